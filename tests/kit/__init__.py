"""What tests of several files need: players, matches, tables, databases, pages and clocks."""
