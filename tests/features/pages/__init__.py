"""Pages of matches on the web."""
