"""Challenges: offers, answers, counter-offers, and who may challenge whom."""
