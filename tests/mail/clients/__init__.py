"""Replies as mail programs write them: how each quotes, in what words, and in which form it sends the text."""
