"""Makes Global Pursuit's full deck of trivia cards, `pbem/games/global_pursuit/decks/full.toml`.

`make deck` writes it: the starter's cards first, then those of `cards/`, where some questions are written out and others name
only what to ask of which country. Those are derived from `facts.json`, an extract of two packages (`python -m
tools.trivia.extract` makes it anew), and from `exceptions.toml`, kept by hand, which goes before it.
"""
