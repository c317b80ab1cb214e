"""Pages of matches on the web, which players share by link."""
