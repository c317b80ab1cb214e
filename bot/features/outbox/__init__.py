"""Every message that the bot owes: one table, claim and backoff."""
