"""The board message: its layout, its picture and buttons, and the panels that choose a turn."""
