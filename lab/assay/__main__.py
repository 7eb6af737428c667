"""`python -m assay`: what the launcher runs."""

import signal
import sys

try:
    from assay.cli.main import main
except KeyboardInterrupt:  # Ctrl-C while the lab's modules are still being read
    print("assay: interrupted", file=sys.stderr)
    raise SystemExit(130) from None

# Who ends the lab by `kill`, `timeout` or closing the terminal gets what Ctrl-C does: contestants ended, blocks kept.
for one in (signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(one) != signal.SIG_IGN:  # `nohup` asks for that
        signal.signal(one, signal.default_int_handler)

raise SystemExit(main())
