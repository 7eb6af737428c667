"""The page of a results document: one file that needs no network."""
