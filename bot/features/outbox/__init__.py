"""Every message to deliver, in one table, with claims and backoff."""
