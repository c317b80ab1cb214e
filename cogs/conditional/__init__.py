"""Conditional moves, which people read of as plans."""
