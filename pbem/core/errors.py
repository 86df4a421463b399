"""Errors that end a command. Both hold one sentence that says what is wrong and what to do."""


class Unusable(Exception):
    """A scenario, configuration, option or argument that cannot be used: exit status 2."""


class Failed(Exception):
    """Something that could not be done now, though it was asked for rightly: exit status 1."""
