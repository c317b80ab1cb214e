"""Replaying matches, turn by turn."""
