"""The games, one folder each. A game imports pbem.core and nothing else of the project."""
