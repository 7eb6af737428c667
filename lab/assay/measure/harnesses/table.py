"""The other harnesses that ours is compared with."""

from __future__ import annotations

from assay.measure.harnesses import criterion, google_benchmark, jmh, pyperf

PEERS = (jmh.PEER, pyperf.PEER, google_benchmark.PEER, criterion.PEER)
DEBIAN = tuple(package for peer in PEERS for package in peer.debian)
