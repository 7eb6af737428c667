"""The smallest loop that calls one method for each record and drops what comes back: no kit in Python can cost less.

Each line of input is a number of passes; each line of output how long they took.
"""

import sys
import time
from collections import deque

NOTHING = b""


class Null:
    def encode(self, record: None) -> bytes:
        return NOTHING


records = [None] * int(sys.argv[1])
encode = Null().encode
for line in sys.stdin:
    passes = int(line)
    start = time.perf_counter_ns()
    for _ in range(passes):
        deque(map(encode, records), maxlen=0)
    print(time.perf_counter_ns() - start, flush=True)
