"""Matches: playing them, finding them, and what follows from a change of one."""
