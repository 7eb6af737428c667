"""The benchmark "time to a right verdict": how long tools take to tell two programs apart, and how often wrongly."""
