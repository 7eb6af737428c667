"""The options of the command line: one table, a row each, from which commands, pages and comparisons are made."""
