"""Samplers of running contestants, and what they give: stacks of frames that say where they come from."""
