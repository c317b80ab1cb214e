"""Watching the matches of other users."""
