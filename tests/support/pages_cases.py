"""Builders that `tests.app.test_pages` and other tests share."""

import re


def marked(html: str) -> str:
    """The marked text of the first page shown."""
    page = html.partition('<div class="printed')[2].partition("</div>\n</div>")[0]
    return "".join(re.findall(r"<mark[^>]*>(.*?)</mark>", page))
