"""The static site, made from stored turns."""
