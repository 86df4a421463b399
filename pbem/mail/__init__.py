"""Bytes to letters, messages to bytes, and the servers that carry both. Knows nothing of the store or of any game."""
