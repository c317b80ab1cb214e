"""A hosted match as values. Pure: the time and chance are arguments."""
