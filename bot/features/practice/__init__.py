"""Practice: matches against the bot."""
