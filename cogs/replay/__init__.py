"""Looking back: replays, records, histories."""
