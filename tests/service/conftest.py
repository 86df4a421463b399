"""What the tests of the service get: the tiny game."""

from tests.moderator.conftest import tiny_game

__all__ = ["tiny_game"]
