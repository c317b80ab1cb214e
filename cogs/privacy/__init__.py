"""Privacy: what is kept about a person."""
