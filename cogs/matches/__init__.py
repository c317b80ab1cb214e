"""Playing a match: placing, resigning, draws, takebacks, and finding one's matches."""
