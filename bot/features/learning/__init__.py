"""Lessons: short exercises on the bed, and the progress of users."""
