"""The gateway: sessions over WebSockets, and the events they get."""
