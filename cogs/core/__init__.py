"""What every cog shares: actions, and what runs them."""
