"""Where in a report a page stands, under names that all forms share.

In: a document with the Part and Item of each element, and which pages look like statements. Out:
the part of each chunk. The forms number the same matter differently: Item 2 is properties in a
10-K and the management's discussion in a 10-Q. Many companies put their statements behind
Item 15, where otherwise the list of exhibits and contracts stand.
"""

import re
from collections.abc import Mapping, Sequence

from secqa.filings.document import Document, Page, Statement
from secqa.retrieval.chunking import headings_of

_ANNUAL = {
    "": "cover",
    "I/1": "business",
    "I/1A": "risk factors",
    "I/1C": "security",
    "I/2": "properties",
    "I/3": "legal proceedings",
    "I/4": "executives",  # Companies list their officers here.
    "II/5": "market",
    "II/7": "discussion",
    "II/7A": "market risk",
    "II/8": "statements",
    "II/9A": "controls",
}
_QUARTERLY = {
    "": "cover",
    "I/1": "statements",
    "I/2": "discussion",
    "I/3": "market risk",
    "I/4": "controls",
    "II/1": "legal proceedings",
    "II/1A": "risk factors",
    "II/2": "market",
    "II/6": "exhibits",
}
_BY_PART_OF_FORM = {"III": "governance", "IV": "exhibits"}

_PROXY = re.compile(r"\b(?:DEF|PRE)\w* ?14[AC]\b")

_SURE = 0.6
"""A page that looks like a statement so much is one."""


def part_of(form: str, section: str, among_statements: bool) -> str:
    """The part that a section of a form is; "" for one that answers nothing in particular."""
    if form.startswith("8-K"):
        return {"": "cover", "9.01": "attachment"}.get(section, "event")
    if form in ("", "6-K", "6-K/A"):
        # An earnings release: the management tells the results.
        return "discussion"
    if _PROXY.search(form):
        return "governance"
    if not form.startswith(("10-K", "10-Q")):
        # A foreign annual report, a registration: their Items are other ones.
        return ""
    part = (_QUARTERLY if form.startswith("10-Q") else _ANNUAL).get(section)
    if part is None:
        part = _BY_PART_OF_FORM.get(section.partition("/")[0], "")
    return "statements" if part == "exhibits" and among_statements else part


def statement_pages(
    document: Document, types: Sequence[Mapping[Statement, float]]
) -> frozenset[int]:
    """Numbers of the pages behind the last Items that hold the statements and their notes."""
    behind = [
        (page, scores)
        for page, scores in zip(document.pages, types, strict=True)
        if page.elements and page.elements[-1].section.startswith("IV/")
    ]
    sure = [{kind for kind, score in scores.items() if score >= _SURE} for _, scores in behind]
    first = next((place for place, kinds in enumerate(sure) if kinds), len(behind))
    if len(frozenset().union(*sure)) < 2:
        return frozenset()
    numbers = []
    for page, _ in behind[first:]:
        if _begins_exhibits(page):
            break
        numbers.append(page.number)
    return frozenset(numbers)


def _begins_exhibits(page: Page) -> bool:
    titles = {title.lower() for element in page.elements for title in headings_of(element)[-1:]}
    return any(
        {"exhibit", "index"} <= {*title.split()} or "signatures" in title for title in titles
    )
