"""Lessons: short exercises on the bed, and who has done which."""
