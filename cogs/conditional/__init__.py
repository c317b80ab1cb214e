"""Conditional moves, called plans in what people read."""
