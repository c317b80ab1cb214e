"""Board messages: what each shows, which are out of date, and their threads."""
