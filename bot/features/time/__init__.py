"""Time: vacations, added days and outages."""
