"""Who is in which server."""
