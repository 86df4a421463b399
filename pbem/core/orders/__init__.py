"""The order language common to all games. Source: orders.md."""
