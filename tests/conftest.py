"""What many tests share: the catalog, small record sets, built contestants."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import hypothesis
import pytest
from asking import BRIEF
from opening import chromium, opened
from ordering import Groups, arrange
from xdist.remote import Producer

from assay.builder.builder import Built, build_one
from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.languages.shared.recipe import UNOPTIMIZED
from assay.measure import profiles
from assay.results.request import Settings
from assay.runner.process import Limits

__all__ = ["chromium", "opened"]  # one browser for all folders

# Nothing is timed here, and compilers that optimize would take most of the time of all tests.
os.environ.setdefault(UNOPTIMIZED, "1")

# Cargo builds once here and no debugger reads it: a third of the time, and six sevenths of the space, for nothing.
os.environ.setdefault("CARGO_INCREMENTAL", "0")
os.environ.setdefault("CARGO_PROFILE_DEV_DEBUG", "0")

# The same examples in every run: a test that fails by chance is worth nothing to who reads it.
hypothesis.settings.register_profile(
    "assay",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large],
)
hypothesis.settings.load_profile("assay")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    arrange(items)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    return Groups(config, log)


@pytest.fixture(scope="session")
def known() -> Catalog:
    return catalog.load()


@pytest.fixture(scope="session")
def people(known: Catalog) -> RecordSet:
    """300 records of person: some of every shape that it has."""
    return record_set(known.workload("person"), 300, seed=42)


@pytest.fixture(scope="session")
def build(known: Catalog) -> Callable[[str, RecordSet], Built]:
    """Build a contestant by name; a build that fails fails the test, with the reason."""

    def of(name: str, records: RecordSet) -> Built:
        built = build_one(known.contestant(name), records)
        assert built.start is not None, built.reason
        return built

    return of


@pytest.fixture
def limits() -> Limits:
    return Limits(memory=2 << 30, reply=60)


@pytest.fixture
def settings() -> Settings:
    """As short as measuring can be, to test what happens and not how fast it is."""
    return profiles.settings(BRIEF, blocks=2, precision=0.02, budget=None, memory_limit=1 << 30, reply_seconds=20)


@pytest.fixture
def rng() -> Random:
    return Random(7)
