"""Tournaments over days: leagues and cups."""
