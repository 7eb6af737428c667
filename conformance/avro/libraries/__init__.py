"""Asks two libraries the rows, which checks these, and is an example of how it is done."""
