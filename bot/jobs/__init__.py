"""Jobs: the clock, backoff, the runner, and which process leads."""
