"""The site of a folder of results documents: an index, one page a document, and suites by machine."""
