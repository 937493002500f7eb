"""Builders that `tests.app.test_pages` and other tests share."""

import re
from html import unescape


def marked(html: str) -> str:
    """The marked text of the first page shown."""
    page = html.partition('<div class="printed')[2].partition("</div>\n</div>")[0]
    return "".join(re.findall(r"<mark[^>]*>(.*?)</mark>", page))


def first_paper(html: str) -> str:
    """The address of the first page that is loaded as it comes into sight."""
    return unescape(re.findall(r'data-src="([^"]+)"', html)[0])
