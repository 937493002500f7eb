"""The app as people have it before them: a real server and a real browser, watched.

A test asks for `page`, opens addresses of the app with `page.goto("/ask")`, and fails by itself
where the browser complains, a dialog opens, or anything but the server is asked. The browser is the
system's Chromium, the one without windows if there are both; without any, these tests skip.
`SECQA_SCREENSHOTS=FOLDER` keeps pictures.
"""

import os
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Dialog,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from secqa.app.server import make_app
from secqa.app.workplace import Current

WIDE = ViewportSize(width=1400, height=900)
_TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After them the page knows what is in sight."""
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="package")
def server(current: Current) -> Iterator[str]:
    """The address of a server, up while the tests of this folder run."""
    listening = socket.create_server(("127.0.0.1", 0))
    runs = uvicorn.Server(uvicorn.Config(make_app(current), log_level="warning"))
    thread = Thread(target=runs.run, args=([listening],), daemon=True)
    thread.start()
    while not runs.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    runs.should_exit = True
    thread.join()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for this folder and not longer: its event loop would be in the way of others."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(_NAMES)} is installed")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])


@pytest.fixture(scope="package")
def watched_tab(browser: Browser, server: str) -> tuple[Page, list[str]]:
    """One tab for all tests, since a new one costs as much as three pages, and its complaints."""
    tab = browser.new_context(base_url=server, viewport=WIDE).new_page()
    return tab, _watched(tab, server)


@pytest.fixture
def page(watched_tab: tuple[Page, list[str]]) -> Iterator[Page]:
    """The tab as if it were new; at the end it must have complained of nothing."""
    tab, faults = watched_tab
    tab.goto("/ask")
    tab.evaluate("localStorage.clear(); sessionStorage.clear()")
    tab.goto("about:blank")
    tab.context.clear_cookies()
    tab.context.clear_permissions()
    tab.emulate_media(color_scheme="light")
    tab.set_viewport_size(WIDE)
    faults.clear()
    yield tab
    assert not faults


def _watched(tab: Page, server: str) -> list[str]:
    """What goes wrong in a tab, as it happens: policy violations are errors of the console."""
    faults: list[str] = []

    def said(message: ConsoleMessage) -> None:
        # Of a page that is not there the browser says so: that one is meant.
        missing = message.text.startswith("Failed to load") and message.location["url"] == tab.url
        if message.type in ("error", "warning") and not missing:
            faults.append(f"console of {tab.url}: {message.text}")

    def opened(dialog: Dialog) -> None:
        faults.append(f"dialog of {tab.url}: {dialog.message}")
        dialog.dismiss()

    def asked(url: str) -> None:
        if not url.startswith(f"{server}/"):
            faults.append(f"asked outside: {url}")

    tab.on("console", said)
    tab.on("pageerror", lambda error: faults.append(f"script of {tab.url}: {error}"))
    tab.on("dialog", opened)
    tab.context.on("request", lambda request: asked(request.url))
    return faults


def visit(tab: Page, address: str) -> None:
    """Open an address of the app, and wait until all that comes into sight is there."""
    tab.goto(address)
    tab.evaluate(_TWO_FRAMES)
    expect(tab.locator("[aria-busy=true]")).to_have_count(0)


def press(tab: Page, key: str) -> None:
    """Press a key, once the scripts of the page that is shown listen."""
    tab.wait_for_load_state()
    tab.keyboard.press(key)


def shoot(tab: Page, name: str) -> None:
    """Keep a picture of a page, where a folder for them is given."""
    if folder := os.environ.get("SECQA_SCREENSHOTS"):
        tab.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
