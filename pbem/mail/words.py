"""Sets of words, written as lines of text."""


def word_set(*lines: str) -> frozenset[str]:
    """The words of these lines."""
    return frozenset(word for line in lines for word in line.split())
