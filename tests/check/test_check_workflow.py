"""The workflow for pull requests, its step run as it stands, in a repository with a document that was changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import yaml

from assay.base.checkout import CHECKOUT

WORKFLOW = CHECKOUT / ".github" / "workflows" / "results.yml"


def test_changed_documents_are_checked_and_no_others(tmp_path: Path) -> None:
    (job,) = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"].values()
    script = job["steps"][-1]["run"]

    def git(*arguments: str) -> str:
        names = {f"GIT_{who}_{what}": "a" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ["git", *arguments], cwd=tmp_path, check=True, capture_output=True, text=True, env={**os.environ, **names}
        )
        return done.stdout.strip()

    def write(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def commit() -> str:
        git("add", "-A")
        git("commit", "-q", "-m", "x")
        return git("rev-parse", "HEAD")

    git("init", "-q")
    write("assay", '#!/bin/sh\nfor one in "$@"; do echo "<$one>"; done\nexit 1\n')
    (tmp_path / "assay").chmod(0o755)
    write("results/old.json", '{"format": "assay-results"}')
    write("results/gone.json", '{"format": "assay-results"}')
    base = commit()
    write("results/my own.json", "cut off")
    write("results/deciding.json", '{"format": "assay-deciding"}')
    write("results/new.md", "# report")
    (tmp_path / "results" / "gone.json").unlink()
    commit()
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "BASE": base},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split("\n")[:-1] == ["<check>", "<-->", "<results/my own.json>"]
    assert done.returncode != 0
    write("results/new.md", "# another")
    base = git("rev-parse", "HEAD")
    commit()
    nothing = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, env={**os.environ, "BASE": base}, check=False
    )
    assert nothing.returncode == 0
