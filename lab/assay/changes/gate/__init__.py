"""Two versions of one library measured against each other: what a pull request asks."""
