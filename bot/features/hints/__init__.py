"""Hints: the best turn in a casual match."""
