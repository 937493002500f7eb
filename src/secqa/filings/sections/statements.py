"""Recognise the primary financial statements among the tables of a filing.

A filing prints the lines of its statements many times: in excerpts, segments, parent-only and
guarantor schedules, reconciliations, pro forma figures. The primary ones have the lines that
accounting requires, a heading with their name, no column of changes, and are within a few pages of
each other. Each table gets a score for that. A filing that incorporates its statements by
reference has none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.filings.dates import period_words
from secqa.filings.document import Element, ElementType, Statement, Table
from secqa.filings.sections.forms import (
    CHANGE,
    EQUITY_COLUMNS,
    EQUITY_NOTE,
    FORMS,
    NOT_PRIMARY,
    StatementForm,
)

_VARYING = re.compile(r"\([^)]*\)|[’'*:]")
_NEXT_SUBJECT = re.compile(r"notes? (?:to|\d)|item\b|\d{1,2}\. |report of")
"""The start of a line that opens another part of the report."""
_LINES_WEIGHT = 1.5
"""Weight of the share of usual lines, and of the share of anchors; the heading has 1.0. All scores
here were chosen by hand until every statement of the training filings was found."""
_PENALTY = 0.8
_ENOUGH = 2.0
_SURE = 3.2
"""Score of a table that is a statement regardless of its location."""
_SURE_IN_NOTE = 2.8
"""Score of a statement in a note whose title names it."""
_BETTER = 0.01
"""Score by which a later group of statements must be better."""
_KNOWN_IF_LIKELY, _KNOWN_IF_NAMED, _KNOWN = 0.4, 0.7, 0.6
"""Least share of usual lines in a continuation: with the statement's heading if it follows or has
the same columns, with the heading otherwise, and without the heading."""
_NOTE_TITLE = 8
"""Maximum number of elements between the title of a note and its table."""
_NEAR = 6
"""Maximum number of pages between the statements of a filing."""
_PLACED_IN_ORDER = (
    Statement.BALANCE_SHEET,
    Statement.CASH_FLOW,
    Statement.EQUITY,
    Statement.INCOME,
    Statement.COMPREHENSIVE_INCOME,
)


@dataclass(slots=True)
class _Candidate:
    """A table and how much it looks like one statement."""

    at: int
    page: int
    score: float
    under_heading: bool
    """True if the heading names the statement."""

    @property
    def rank(self) -> tuple[float, int]:
        """Sort key; the first of equals is best, since later ones continue or repeat it."""
        return round(self.score, 1), -self.at


def mark_statements(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Set `Table.statement` on the primary statements and their continuations."""
    headings = _headings(elements)
    candidates = _candidates(elements, headings)
    chosen = _choose_together(candidates)
    if chosen and Statement.EQUITY not in chosen:
        chosen |= _equity_in_note(candidates[Statement.EQUITY], elements)
    marks = {candidate.at: statement for statement, candidate in chosen.items()}
    for form in FORMS:
        if form.statement in chosen:
            for at in _continuations(form, chosen[form.statement].at, elements, headings, marks):
                marks[at] = form.statement
    return tuple(_mark(element, marks.get(at)) for at, element in enumerate(elements))


def _mark(element: Element, statement: Statement | None) -> Element:
    if element.table is None or element.table.statement is statement:
        return element
    return replace(element, table=replace(element.table, statement=statement))


# -- headings -----------------------------------------------------------------------------


def _headings(elements: Sequence[Element]) -> dict[int, str]:
    """The heading of each table in lower case, by element index. That is the text of its first rows
    and up to eight lines above it on its page, back to the table before."""
    headings: dict[int, str] = {}
    lines: list[str] = []
    page = 0
    for at, element in enumerate(elements):
        if element.page != page:
            page = element.page
            lines = []
        if element.table is None:
            if len(element.text) < 200 and element.type is not ElementType.FOOTER:
                lines.append(element.text)
            elif element.type is ElementType.NARRATIVE_TEXT:
                lines.clear()
            continue
        rows = element.table.cells[: max(element.table.header_rows, 1)]
        inside = [row[0] for row in rows if row[0] and not any(row[1:])]
        headings[at] = " ".join(" ".join((*lines[-8:], *inside)).lower().split())
        lines = []
    return headings


# -- scores -------------------------------------------------------------------------------


def _candidates(
    elements: Sequence[Element], headings: dict[int, str]
) -> dict[Statement, list[_Candidate]]:
    """The tables that may be a statement, by statement."""
    candidates: dict[Statement, list[_Candidate]] = {form.statement: [] for form in FORMS}
    for at, heading in headings.items():
        element = elements[at]
        table = element.table
        if table is None or len(table.columns) < 2:
            continue
        rows = len(table.cells) - table.header_rows
        text = element.text.lower()
        fitting = [form for form in FORMS if rows >= form.fewest_rows and form.needed.search(text)]
        labels = _labels(table) if fitting else []
        for form in fitting if labels else ():
            candidate = _Candidate(at, element.page, *_score(form, table, labels, heading))
            if candidate.score >= _ENOUGH:
                candidates[form.statement].append(candidate)
    return candidates


def _score(
    form: StatementForm, table: Table, labels: Sequence[str], heading: str
) -> tuple[float, bool]:
    """Score how much a table looks like a statement; also whether the heading names it."""
    under_heading = form.heading.search(heading) is not None
    score = _LINES_WEIGHT * _usual_share(form, labels)
    most = score + _LINES_WEIGHT + under_heading
    if most < _ENOUGH and form.statement is not Statement.EQUITY:
        return 0.0, False
    anchored = sum(any(map(anchor.search, labels)) for anchor in form.anchors)
    score += _LINES_WEIGHT * anchored / len(form.anchors)
    score += under_heading
    columns = [column.lower() for column in table.columns[1:]]
    apt = sum(EQUITY_COLUMNS.search(column) is not None for column in columns)
    if form.statement is Statement.EQUITY:
        score += 0.5 * apt / max(len(columns), 1) - (_PENALTY if len(columns) < 3 else 0.0)
    else:
        score -= _PENALTY * (apt >= 3) + _PENALTY * any(map(CHANGE.search, columns))
    return (score - 1.0 if NOT_PRIMARY.search(heading) else score), under_heading


def _usual_share(form: StatementForm, labels: Sequence[str]) -> float:
    """Share of the row labels that are usual in the statement."""
    return sum(form.lines.search(label) is not None for label in labels) / len(labels)


def _labels(table: Table) -> list[str]:
    """Row labels below the header, without notes and signs that vary."""
    plain = [_plain(row[0]) for row in table.cells[table.header_rows :] if row[0]]
    return [label for label in plain if label]


@lru_cache(maxsize=8192)
def _plain(label: str) -> str:
    """Remove parenthesised notes; cached, since all companies print the same labels."""
    return " ".join(_VARYING.sub("", label.lower()).replace("/", " ").split())


def _choose_together(
    candidates: dict[Statement, list[_Candidate]],
) -> dict[Statement, _Candidate]:
    """The best table of each statement in the group of pages that scores highest."""
    best_total, best = 0.0, dict[Statement, _Candidate]()
    for center in (table for tables in candidates.values() for table in tables):
        if not center.under_heading:
            continue
        group: dict[Statement, _Candidate] = {}
        used: set[int] = set()
        for statement in _PLACED_IN_ORDER:
            near = [
                candidate
                for candidate in candidates[statement]
                if abs(candidate.page - center.page) <= _NEAR and candidate.at not in used
            ]
            if near:
                group[statement] = max(near, key=lambda candidate: candidate.rank)
                used.add(group[statement].at)
        total = sum(candidate.score for candidate in group.values())
        if total > best_total + _BETTER and len(group) >= 2:
            best_total, best = total, group
    return best


def _equity_in_note(
    candidates: Sequence[_Candidate], elements: Sequence[Element]
) -> dict[Statement, _Candidate]:
    """The table in a note that some quarterly reports print in place of a statement of equity."""
    sure: list[_Candidate] = []
    for candidate in candidates:
        above = elements[max(0, candidate.at - _NOTE_TITLE) : candidate.at]
        titles = [line.text.lower() for line in above if line.type is ElementType.TITLE]
        in_note = any(map(EQUITY_NOTE.search, titles))
        if candidate.score >= (_SURE_IN_NOTE if in_note else _SURE):
            sure.append(candidate)
    best = max(sure, key=lambda candidate: candidate.rank, default=None)
    return {Statement.EQUITY: best} if best else {}


# -- continuations ------------------------------------------------------------------------


def _continuations(
    form: StatementForm,
    start: int,
    elements: Sequence[Element],
    headings: dict[int, str],
    marks: dict[int, Statement],
) -> Iterable[int]:
    """Yield the indexes of neighbouring tables that continue the primary one at `start`."""
    primary = elements[start].table
    assert primary is not None
    for step in (1, -1):
        page = elements[start].page
        at = start + step
        apart = False
        while 0 <= at < len(elements) and abs(elements[at].page - page) <= 1:
            element = elements[at]
            table = element.table
            if at in marks:
                # All statements of three months may come before those of six months.
                apart = True
                page = element.page
            elif table is None:
                apart = apart or _opens_another(form, element)
            else:
                same_lines = _has_lines_of(table, primary)
                same_times = _times(table) == _times(primary)
                if apart and not (same_lines and not same_times):
                    break
                if form.statement is not Statement.EQUITY and same_lines and same_times:
                    # The statement of another registrant.
                    break
                same_columns = len(table.columns) > 2 and table.columns[1:] == primary.columns[1:]
                if not _continues(form, table, headings[at], step > 0 or same_columns):
                    break
                page = element.page
                yield at
            at += step


def _opens_another(form: StatementForm, element: Element) -> bool:
    """Whether a line between tables starts another statement or part of the report."""
    text = element.text.lower()
    if element.type is ElementType.NARRATIVE_TEXT:
        return len(text) > 300
    if element.type not in (ElementType.TITLE, ElementType.HEADER) or form.heading.search(text):
        return False
    names_another = any(other.heading.search(text) for other in FORMS)
    return names_another or _NEXT_SUBJECT.match(text) is not None


def _times(table: Table) -> tuple[int | None, tuple[str, ...]]:
    """Column names, and the length in months from the corner: "Millions, for the six months"."""
    return period_words(table.columns[0]).months, table.columns[1:]


def _has_lines_of(table: Table, primary: Table) -> bool:
    labels, known = _labels(table), set(_labels(primary))
    return 2 * sum(label in known for label in labels) > len(labels)


def _continues(form: StatementForm, table: Table, heading: str, likely: bool) -> bool:
    """Whether a table continues a statement; `likely` if it follows or has the same columns."""
    labels = _labels(table)
    under_heading = form.heading.search(heading) is not None
    names_another = any(other.heading.search(heading) for other in FORMS) and not under_heading
    if not labels or names_another or NOT_PRIMARY.search(heading):
        return False
    if under_heading:
        return _usual_share(form, labels) >= (_KNOWN_IF_LIKELY if likely else _KNOWN_IF_NAMED)
    return likely and _usual_share(form, labels) >= _KNOWN
