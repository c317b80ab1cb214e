"""Board messages and the threads in which they are."""
