"""Slash commands and buttons: read the request, call the host, show the answer."""
