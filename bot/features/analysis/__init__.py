"""What the engine makes of matches that are over."""
