"""Load the Items of Forms 10-K and 10-Q and the lines of financial statements from `forms.toml`.

Patterns cover all years: Items were added, renamed and moved, and Item 4 of 1995 has another
subject than Item 4 of today.
"""

import re
from dataclasses import dataclass

from secqa.files import bundled_toml
from secqa.filings.document import Statement

_DATA = bundled_toml("secqa.filings.sections", "forms.toml")


@dataclass(frozen=True, slots=True)
class StatementForm:
    """Patterns of one primary statement."""

    statement: Statement
    needed: re.Pattern[str]
    """Matches the text of every such table."""
    anchors: tuple[re.Pattern[str], ...]
    """Lines that nearly every such statement has."""
    lines: re.Pattern[str]
    """Usual lines."""
    heading: re.Pattern[str]
    fewest_rows: int


def _pattern(*alternatives: str) -> re.Pattern[str]:
    text = "|".join(alternatives)
    for name, words in _DATA["words"].items():
        text = text.replace(f"<{name}>", words)
    return re.compile(text)


FORMS = tuple(
    StatementForm(
        Statement(name),
        _pattern(form["needed"]),
        tuple(map(_pattern, form["anchors"])),
        _pattern(*form["lines"]),
        _pattern(form["heading"]),
        form["fewest_rows"],
    )
    for name, form in _DATA["statement"].items()
)
EQUITY_NOTE, EQUITY_COLUMNS, NOT_PRIMARY, CHANGE = map(_pattern, _DATA["patterns"].values())


def section_subjects(form: str) -> dict[str, str]:
    """Patterns of the Items' headings by section ("I/1A"), in the form's order.

    `form` is "10-K", "10-Q" or a variant of these.
    """
    subjects: dict[str, str] = _DATA["items"]["10-Q" if form.startswith("10-Q") else "10-K"]
    return subjects
