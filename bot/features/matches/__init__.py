"""Matches: finding them, playing them, and the consequences of changes."""
