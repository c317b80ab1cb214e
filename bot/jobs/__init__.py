"""What is due: the clock, backoff, and the process that leads."""
