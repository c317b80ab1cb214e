"""Notifications: who is notified of what, in which way and when."""
