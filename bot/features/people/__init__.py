"""People: who plays in which server, who is new, and who has left."""
