"""Board messages: what each shows, where it lags behind, and the threads they are in."""
