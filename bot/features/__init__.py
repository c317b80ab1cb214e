"""What people can do, a folder a feature: services, their queries, their own values."""
