"""Each page as anybody may have it: in the dark, on a phone, with a screen reader, by keyboard."""

import re

from playwright.sync_api import Page, ViewportSize
from tests.app.browser.conftest import WIDE, shoot, visit
from tests.support.browser_addresses import ADDRESSES
from tests.support.browser_audit import ALL, CONTRAST, SCROLLING, violations

_PHONE = ViewportSize(width=390, height=844)
_FOCUSABLE = """() => {
  const all = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const main = document.querySelector("main");
  main.focus();
  window.missed = new Set([...main.querySelectorAll(all)].filter(
    (one) => one.type !== "hidden" && one.checkVisibility({ visibilityProperty: true })
  ));
  addEventListener("focusin", ({ target }) => window.missed.delete(target));
  return window.missed.size;
}"""
# What scripts have put something else in place of meanwhile is not there to be reached.
_MISSED = "[...window.missed].filter((one) => one.isConnected).map((one) => one.outerHTML)"
_OWN_STOPS = 5
"""More than the browser itself takes on its way through: what scrolls."""


def test_every_page_is_for_everybody(page: Page) -> None:
    # In one tab: a new one costs as much as three pages.
    found = {address: [*_looked_at(page, address), *_by_keyboard(page)] for address in ADDRESSES}
    assert not {address: faults for address, faults in found.items() if faults}


def _looked_at(page: Page, address: str) -> list[str]:
    """What is wrong with a page wide, dark and narrow."""
    name = re.sub(r"\W+", "-", address).strip("-")
    page.set_viewport_size(WIDE)
    visit(page, address)
    shoot(page, f"{name}-1400")
    found = violations(page, ALL)
    page.emulate_media(color_scheme="dark")
    shoot(page, f"{name}-dark")
    page.set_viewport_size(_PHONE)
    found += violations(page, (*CONTRAST, *SCROLLING))
    page.emulate_media(color_scheme="light")
    shoot(page, f"{name}-390")
    if page.evaluate("document.documentElement.scrollWidth") > _PHONE["width"]:
        found.append("wider than a phone")
    return found


def _by_keyboard(page: Page) -> list[str]:
    """What of a page's own Tab does not come to; `test_keyboard.py` goes through the rest."""
    page.wait_for_load_state()
    missed = []
    for stops in (page.evaluate(_FOCUSABLE), _OWN_STOPS):
        for _ in range(stops):
            page.keyboard.press("Tab")
        missed = page.evaluate(_MISSED)
        if not missed:
            break
    return [f"not reached by Tab: {one}" for one in missed]
