"""Learning weights, measuring levels and making puzzles."""
