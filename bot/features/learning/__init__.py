"""Lessons: short exercises on the bed, and which users have done which."""
