"""Holds libraries against the rows: the example of how it is done, and the page that says who does what."""
