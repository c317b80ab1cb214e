"""Board messages and their threads."""
