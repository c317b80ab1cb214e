"""Time zones: how people write them, how they are stored, and the time on their clocks."""
