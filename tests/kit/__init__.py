"""Fixtures and helpers of several test files: players, matches, tables, databases and clocks."""
