"""Learning, measuring the ladder and making puzzles."""
