"""Leaderboards and seasons."""
