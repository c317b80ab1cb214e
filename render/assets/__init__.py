"""The art: SVG sources, the sprites built from them, and fonts."""
