"""The weekly digest."""
