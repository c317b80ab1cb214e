"""Looking back at matches, turn by turn."""
