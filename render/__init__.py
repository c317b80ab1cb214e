"""The bed as a picture: a scene goes in, the bytes of a PNG come out."""
