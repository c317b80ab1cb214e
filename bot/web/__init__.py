"""Leaderboards on the web, for everybody to read; off unless the owner of the bot sets a port."""
