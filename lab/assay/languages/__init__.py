"""All that the lab knows of languages: a folder each, with its recipe and what it generates from a schema."""
