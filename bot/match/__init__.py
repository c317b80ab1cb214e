"""A match as values. Pure: time and chance are arguments."""
