"""What the bot says: names, phrases, times, terms, refusals, alt text; and its language."""
