"""Plain values: their types, canonical text, digests. Shared by the lab and the Python kit; standard library only."""
