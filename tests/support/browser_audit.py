"""A page in a browser in, what of it breaks WCAG 2.1 AA out, as axe finds it."""

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

ALL = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
CONTRAST = ("color-contrast",)
"""What other colours can break."""
SCROLLING = ("scrollable-region-focusable",)
"""What another width can break."""
_RUN = """async (rules) => {
  const found = await axe.run({ runOnly: rules, resultTypes: ["violations"], preload: false });
  return found.violations.flatMap((rule) => rule.nodes.map(
    (node) => `${rule.id}: ${node.html}: ${node.failureSummary}`
  ));
}"""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, rules: tuple[str, ...]) -> list[str]:
    """One line each, in the colours, size and state in which the page is now."""
    if page.evaluate("typeof axe === 'undefined'"):
        # The debugger brings it, which the page's own policy does not bind.
        page.evaluate(_axe())
    found: list[str] = page.evaluate(_RUN, list(rules))
    return found
