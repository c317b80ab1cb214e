"""Conditional moves: replies that a player plans to turns not yet played."""
