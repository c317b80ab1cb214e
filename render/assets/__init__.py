"""The art: SVG sources, the sprites built from them, and the font of the letters in them."""
