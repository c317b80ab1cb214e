"""Settings of servers, and preferences of users."""
