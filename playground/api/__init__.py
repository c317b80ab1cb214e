"""The HTTP API, version 10, as far as a bot of slash commands and buttons needs it."""
