"""Notifications: their recipients, times and delivery methods."""
