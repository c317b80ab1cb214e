"""What people can do, one folder per feature: services, queries and values."""
