"""The running program: configuration, clock, wiring, jobs."""
