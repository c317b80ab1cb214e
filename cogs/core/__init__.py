"""What all cogs share: actions and their router, boards, panels, delivery, permissions."""
