"""Personal data: shown, exported and deleted."""
