"""pbem, the moderator of postal campaigns."""

__version__ = "0.1.0"
