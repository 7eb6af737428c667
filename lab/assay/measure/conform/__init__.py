"""What each library says to the rows of a format's conformance, in a process with limits."""
