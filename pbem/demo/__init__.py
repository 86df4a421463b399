"""The demonstration: real mail servers in this process, and a whole campaign played over them. Needs the extra `demo`."""
