"""Writes the full deck into its place. Run it from the top of the project: `python -m tools.trivia`."""

from tools.trivia.deck import FULL, deck

FULL.write_text(deck(), encoding="utf-8")
