"""Interactions: what people do with commands, buttons and forms, and how the bot answers."""
