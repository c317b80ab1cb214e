"""Time zones: how people write them, what is stored of them, and what their clocks show."""
