"""`assay try`: from a file of the user's own to a recommendation, in stages that each show what they found."""
