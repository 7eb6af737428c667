"""Where the time of one proved operation goes: sampled while it is measured, drawn as a flamegraph."""
