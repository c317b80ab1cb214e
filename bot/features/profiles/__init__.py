"""Profiles: records, badges and statistics of matches."""
