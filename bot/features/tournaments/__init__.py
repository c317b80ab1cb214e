"""Tournaments over days: leagues, ladders and cups."""
