"""Pages in a real, headless Chromium, which nothing may leave."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from report.seen import Open

from assay.base.tools import find
from assay.languages.browser.recipe import CHROMIUM


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if problem := find(CHROMIUM).problem:
        pytest.skip(problem)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(CHROMIUM.program), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens HTML, or a file. Fails where the page asks for anything else, or where a script of it fails."""
    asked: list[str] = []
    wrong: list[str] = []
    with ExitStack() as stack:

        def open_it(html: str | Path, fragment: str = "", width: int = 1400, **context: Any) -> Page:
            path = html
            if isinstance(html, str):
                path = tmp_path / "page.html"
                path.write_text(html, encoding="utf-8")
            assert isinstance(path, Path)
            found = chromium.new_context(viewport={"width": width, "height": 900}, **context)
            stack.callback(found.close)
            page = found.new_page()
            page.set_default_timeout(10_000)
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            page.goto(path.as_uri() + fragment)
            # Its data are unpacked after it is loaded.
            expect(page.locator("[aria-busy]")).to_have_count(0)
            return page

        yield open_it
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert wrong == []
