"""Leaderboards and shared matches on the web; off unless a port is set."""
