"""Results documents as tables, for questions in SQL."""
