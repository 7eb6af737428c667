"""`python -m assay`: what the launcher runs."""

import signal

from assay.cli.main import main

# Who ends the lab by `kill`, `timeout` or closing the terminal gets what Ctrl-C does: contestants ended, blocks kept.
for one in (signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(one) != signal.SIG_IGN:  # `nohup` asks for that
        signal.signal(one, signal.default_int_handler)

raise SystemExit(main())
