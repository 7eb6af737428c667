"""The statistics of the lab: pure functions over plain numbers, free of input and output and of the lab."""
