"""Leaderboards on the web; off unless a port is set."""
