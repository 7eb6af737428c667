"""From a results document to the figures that reports show and by which a run stops."""
