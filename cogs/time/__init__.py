"""Vacations and added time."""
