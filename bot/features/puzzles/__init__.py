"""Puzzles: one a day for each server, and more for practice."""
