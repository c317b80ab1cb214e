"""People: whom they play with, who is new, and who has left a server."""
