"""Pitagoras."""
