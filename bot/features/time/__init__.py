"""Time: vacations, days that are added, and outages."""
