"""What every layer may use: chance, the order language, the contract of a game, and plain data. Imports no layer."""
