"""Challenges: offered, answered, countered, and who may challenge whom."""
