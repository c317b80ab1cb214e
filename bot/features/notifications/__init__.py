"""Notifications: who is told what, in which way and when."""
