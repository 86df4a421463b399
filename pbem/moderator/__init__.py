"""The use cases: sign up, take orders, adjudicate, remind. Called alike by the service and by the command line."""
