"""Vacations and time that is added."""
