"""Matches: playing them, finding them, and the consequences of a change."""
