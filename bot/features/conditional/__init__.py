"""Conditional moves: replies planned for turns that have not been played yet."""
