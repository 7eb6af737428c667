"""`python -m assay`: what the launcher runs."""

from assay.cli.main import main

raise SystemExit(main())
