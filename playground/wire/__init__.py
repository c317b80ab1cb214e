"""The world in the shapes of Discord's JSON."""
