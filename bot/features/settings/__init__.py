"""Settings of servers, and preferences of people."""
