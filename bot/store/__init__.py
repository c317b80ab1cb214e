"""The only SQL of the program: migrations, queries as `.sql` files, and their types."""
