"""Ladders: players challenge those just above them, in the rulesets of a server."""
