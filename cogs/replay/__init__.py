"""Replays, records and histories."""
