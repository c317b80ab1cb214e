"""Checks of the bot's requests: the stand-in refuses what Discord would refuse."""
