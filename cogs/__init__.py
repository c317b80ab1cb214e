"""Slash commands and buttons: read the request, call the service, show the answer."""
