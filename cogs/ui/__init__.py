"""What the cogs have in common: arguments, messages, buttons, and every sentence that is said."""
