"""Pictures of the bed: from a scene to the bytes of a PNG."""
