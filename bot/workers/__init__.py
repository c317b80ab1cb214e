"""Work that would block the event loop, in processes: animations, searches, plots."""
