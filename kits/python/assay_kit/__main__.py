"""`python -m assay_kit ADAPTER.py`: serve one contestant on standard input and output."""

import os
import sys

# The real standard output is the protocol's; from here on, whatever a library prints goes to standard error.
# This comes before any import that could print.
protocol_output = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
os.dup2(2, 1)

from assay_kit.serve import serve  # noqa: E402

serve(sys.argv[1], sys.stdin.buffer, protocol_output)
