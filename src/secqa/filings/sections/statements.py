"""Tables to statements: which tables are the primary financial statements.

A filing prints the lines of its statements many times: in excerpts, segments, parent-only and
guarantor schedules, reconciliations, pro forma figures. The primary ones carry the lines that
accounting requires, under a heading that names them, with no column of changes, and stand
together within a few pages. Each table is scored by that; a filing that incorporates its
statements by reference has none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.filings.dates import period_words
from secqa.filings.document import Element, ElementType, Statement, Table
from secqa.filings.sections.statement_forms import (
    CHANGE,
    EQUITY_COLUMNS,
    EQUITY_NOTE,
    FORMS,
    NOT_PRIMARY,
    StatementForm,
)

_VARYING = re.compile(r"\([^)]*\)|[’'*:]")
_ENOUGH = 2.0
_SURE = 3.2
"""Score of a table that is a statement wherever it stands."""
_SURE_IN_NOTE = 2.8
"""Score of one in a note whose title names it."""
_NOTE_TITLE = 8
"""Elements within which the title of its note stands above a table."""
_NEAR = 6
"""Pages within which the statements of a filing stand."""


@dataclass(slots=True)
class _Scored:
    """A table and how much it looks like one statement."""

    at: int
    page: int
    score: float
    named: bool
    """Under a heading that names the statement."""


def mark_statements(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements with `Table.statement` set on the primary statements, continuations too."""
    headings = _headings(elements)
    candidates = _candidates(elements, headings)
    chosen = _together(candidates)
    if chosen and Statement.EQUITY not in chosen:
        chosen |= _equity_in_note(candidates[Statement.EQUITY], elements)
    marks = {one.at: statement for statement, one in chosen.items()}
    for form in FORMS:
        if form.statement in chosen:
            for at in _continuations(form, chosen[form.statement].at, elements, headings, marks):
                marks[at] = form.statement
    return tuple(_marked(element, marks.get(at)) for at, element in enumerate(elements))


def _marked(element: Element, statement: Statement | None) -> Element:
    if element.table is None or element.table.statement is statement:
        return element
    return replace(element, table=replace(element.table, statement=statement))


# -- headings -----------------------------------------------------------------------------


def _headings(elements: Sequence[Element]) -> dict[int, str]:
    """What stands above each table on its page or in its own first rows, lower-cased.

    Only lines since the table before it, and not more than eight.
    """
    found: dict[int, str] = {}
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
        found[at] = " ".join(" ".join((*lines[-8:], *inside)).lower().split())
        lines = []
    return found


# -- scores -------------------------------------------------------------------------------


def _candidates(
    elements: Sequence[Element], headings: dict[int, str]
) -> dict[Statement, list[_Scored]]:
    """The tables that may be each statement."""
    found: dict[Statement, list[_Scored]] = {form.statement: [] for form in FORMS}
    for at, heading in headings.items():
        element = elements[at]
        table = element.table
        if table is None or len(table.columns) < 2:
            continue
        rows = len(table.cells) - table.header_rows
        text = element.text.lower()
        fitting = [form for form in FORMS if rows >= form.fewest_rows and form.needed.search(text)]
        labels = _labels(table) if fitting else []
        for form in fitting:
            score, named = _score(form, table, labels, heading)
            if score >= _ENOUGH:
                found[form.statement].append(_Scored(at, element.page, score, named))
    return found


def _score(
    form: StatementForm, table: Table, labels: Sequence[str], heading: str
) -> tuple[float, bool]:
    if not labels:
        return 0.0, False
    named = form.heading.search(heading) is not None
    known = sum(form.lines.search(label) is not None for label in labels) / len(labels)
    if not named and 1.5 * known + 1.5 < _ENOUGH and form.statement is not Statement.EQUITY:
        # Not even all its anchors would make it one.
        return 0.0, False
    anchored = sum(any(map(anchor.search, labels)) for anchor in form.anchors)
    score = 1.5 * known + 1.5 * anchored / len(form.anchors) + 1.0 * named
    columns = [column.lower() for column in table.columns[1:]]
    apt = sum(EQUITY_COLUMNS.search(column) is not None for column in columns)
    if form.statement is Statement.EQUITY:
        score += 0.5 * apt / max(len(columns), 1) - (0.8 if len(columns) < 3 else 0.0)
    else:
        score -= 0.8 * (apt >= 3) + 0.8 * any(map(CHANGE.search, columns))
    if form.statement is Statement.INCOME and any("comprehensive" in one for one in labels[:1]):
        score -= 0.5
    if NOT_PRIMARY.search(heading):
        score -= 1.0
    return score, named


def _labels(table: Table) -> list[str]:
    """Row labels below the header, without notes and signs that vary."""
    plain = [_plain(row[0]) for row in table.cells[table.header_rows :] if row[0]]
    return [label for label in plain if label]


@lru_cache(maxsize=8192)
def _plain(label: str) -> str:
    """A label without its notes; statements of all years and companies print the same ones."""
    return " ".join(_VARYING.sub("", label.lower()).replace("/", " ").split())


def _together(scored: dict[Statement, list[_Scored]]) -> dict[Statement, _Scored]:
    """The best table of each statement, those that stand near the others first."""
    best: tuple[float, dict[Statement, _Scored]] = (0.0, {})
    for center in (one for some in scored.values() for one in some if one.named):
        near: dict[Statement, _Scored] = {}
        taken: set[int] = set()
        for statement in (
            Statement.BALANCE_SHEET,
            Statement.CASH_FLOW,
            Statement.EQUITY,
            Statement.INCOME,
            Statement.COMPREHENSIVE_INCOME,
        ):
            fitting = [
                one
                for one in scored[statement]
                if abs(one.page - center.page) <= _NEAR and one.at not in taken
            ]
            if fitting:
                # Of equals the first: what follows continues or repeats it.
                near[statement] = max(fitting, key=lambda one: (round(one.score, 1), -one.at))
                taken.add(near[statement].at)
        total = sum(one.score for one in near.values())
        if total > best[0] + 0.01 and len(near) >= 2:
            best = (total, near)
    return best[1]


def _equity_in_note(
    scored: Sequence[_Scored], elements: Sequence[Element]
) -> dict[Statement, _Scored]:
    """What quarterly reports may show in a note in place of a statement of equity."""
    found: list[_Scored] = []
    for one in scored:
        near = elements[max(0, one.at - _NOTE_TITLE) : one.at]
        titles = [above.text.lower() for above in near if above.type is ElementType.TITLE]
        named = any(map(EQUITY_NOTE.search, titles))
        if one.score >= (_SURE_IN_NOTE if named else _SURE):
            found.append(one)
    best = max(found, key=lambda one: (round(one.score, 1), -one.at), default=None)
    return {Statement.EQUITY: best} if best else {}


# -- continuations ------------------------------------------------------------------------


def _continuations(
    form: StatementForm,
    start: int,
    elements: Sequence[Element],
    headings: dict[int, str],
    marks: dict[int, Statement],
) -> Iterable[int]:
    """Tables next to the primary one that go on with it."""
    for step in (1, -1):
        page = elements[start].page
        at = start + step
        apart = False
        while 0 <= at < len(elements) and abs(elements[at].page - page) <= 1:
            element = elements[at]
            if at in marks:
                # Three months of each statement may stand before six months of each.
                apart = True
                page = element.page
            elif element.table is None:
                apart = apart or _ends(form, element)
            else:
                if apart and not _other_period(element.table, elements[start].table):
                    break
                if form.statement is not Statement.EQUITY and _repeats(
                    element.table, elements[start].table
                ):
                    break
                alike = _same_columns(element.table, elements[start].table)
                if not _continues(form, element.table, headings[at], step > 0 or alike):
                    break
                page = element.page
                yield at
            at += step


def _ends(form: StatementForm, element: Element) -> bool:
    """Whether a line between tables begins something else."""
    text = element.text.lower()
    if element.type is ElementType.NARRATIVE_TEXT:
        return len(text) > 300
    if element.type not in (ElementType.TITLE, ElementType.HEADER):
        return False
    others = (other for other in FORMS if other is not form)
    return not form.heading.search(text) and (
        any(other.heading.search(text) for other in others)
        or re.match(r"notes? (?:to|\d)|item\b|\d{1,2}\. |report of", text) is not None
    )


def _other_period(table: Table, primary: Table | None) -> bool:
    """Whether a table has the lines of the primary one for other columns."""
    return (
        primary is not None and _times(table) != _times(primary) and _has_its_lines(table, primary)
    )


def _repeats(table: Table, primary: Table | None) -> bool:
    """Whether a table has lines and columns of the primary one: that of another registrant."""
    return (
        primary is not None and _times(table) == _times(primary) and _has_its_lines(table, primary)
    )


def _times(table: Table) -> tuple[int | None, tuple[str, ...]]:
    """What tells the periods of a table: its columns, and a length that only its corner states:
    "Millions, for the six months ended June 30,"."""
    return period_words(table.columns[0]).months, table.columns[1:]


def _has_its_lines(table: Table, primary: Table) -> bool:
    labels, known = _labels(table), set(_labels(primary))
    return 2 * sum(label in known for label in labels) > len(labels)


def _same_columns(table: Table, primary: Table | None) -> bool:
    return (
        primary is not None and len(table.columns) > 2 and table.columns[1:] == primary.columns[1:]
    )


def _continues(form: StatementForm, table: Table, heading: str, likely: bool) -> bool:
    """Whether a table goes on with a statement; `likely` where it follows or has its columns."""
    labels = _labels(table)
    if not labels or NOT_PRIMARY.search(heading):
        return False
    if any(other.heading.search(heading) for other in FORMS) and not form.heading.search(heading):
        return False
    known = sum(form.lines.search(label) is not None for label in labels) / len(labels)
    if form.heading.search(heading):
        return known >= (0.4 if likely else 0.7)
    return known >= 0.6 and likely
