"""Tables, sessions and queries. Knows nothing of mail or of any game."""
