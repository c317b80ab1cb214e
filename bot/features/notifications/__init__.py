"""Notifications: who gets which, when, and by what method."""
