"""Read one value from pages: by rules, by a fitted scorer, or by a formula over printed terms.

Tables, row labels and sentences of all pages propose candidates. The document of the requested
fiscal year comes first; comparative columns of later documents are a fallback, since they may be
restated. Confidence depends on the lead over the next different value and on agreement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.filings.document import Metadata, Page
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.label_model import LabelModel
from secqa.parsing.figure_question import FigureQuestion
from secqa.query.query import Compare, Number
from secqa.reading.derive import derive
from secqa.reading.model.reading_choice import (
    LEAST,
    CandidateScorer,
    ScoredCandidate,
    best_candidate,
    choose_reading,
    score_candidates,
)
from secqa.reading.reading import Reading, origin_in_words
from secqa.reading.structure.columns import fitting_columns
from secqa.reading.structure.row_fit import ADDED
from secqa.reading.structure.table_rows import page_scale, usual_scale
from secqa.reading.structure.vocabulary import weights
from secqa.reading.target import (
    Candidate,
    Pages,
    ReadTarget,
    TargetPages,
    TargetTable,
    find_target,
    target_tables,
)
from secqa.reading.values.balance_reader import read_balances
from secqa.reading.values.count_reader import read_counts, read_none
from secqa.reading.values.label_reader import read_labels
from secqa.reading.values.part_reader import read_parts
from secqa.reading.values.table_reader import read_lines
from secqa.reading.values.text_reader import BEST_OF_PROSE, read_text

_W = weights("reader")

_TABLE_READERS = (read_lines, read_parts, read_balances, read_labels)


@dataclass(frozen=True, slots=True)
class _Proposed:
    """One document's tables and the candidates of the rules."""

    worth: float
    """Weight of the document for the requested period, 0 to 1."""
    tables: list[TargetTable]
    candidates: list[Candidate]


def read_value(question: FigureQuestion, pages: Pages, catalogue: Catalogue) -> Reading:
    """Read the value of a question from these pages.

    Amounts are in dollars, percentages are fractions, counts plain numbers; a yes-no question gets
    Yes or No. Without a value, `Reading.why` has the reason.
    """
    target_pages = find_target(question, pages, catalogue)
    if isinstance(target_pages, str):
        return Reading(question.text, None, why=target_pages)
    reading = read_value_of(question.text, target_pages.target, target_pages.pages, catalogue)
    return reading if question.check is None else _checked(reading, target_pages, question.check)


def read_value_of(question: str, target: ReadTarget, pages: Pages, catalogue: Catalogue) -> Reading:
    """Read the best value of a target on these pages, printed or derived."""
    printed = _read_printed(question, target, pages)
    parts: list[Reading] = []

    def read(part: ReadTarget) -> Reading:
        parts.append(_read_printed(question, part, pages))
        return parts[-1]

    adds_up = target.metric is not None and "+" in target.metric.fallback
    if printed.confidence >= _W["sure"] and not adds_up:
        return printed
    derived = derive(
        question, target, catalogue, read=read, absent=lambda part: _is_absent(part, pages)
    )
    if derived is None or derived.confidence < LEAST:
        return printed
    if ADDED in printed.quote and derived.value != printed.value:
        # Terms of one statement are surer than those of several tables.
        return printed
    surer = derived.confidence > printed.confidence
    return derived if surer or _is_one_of(printed, parts) else printed


def _read_printed(question: str, target: ReadTarget, pages: Pages) -> Reading:
    """Read a printed value: by the rules and by the fitted scorer, and choose one."""
    proposed = _all_proposed(target, pages)
    ruled = _best_by_rule(question, target, pages, proposed)
    metric, labels = target.metric, LabelModel.load()
    if metric is None or metric.id not in labels.places:
        return ruled
    scorer = CandidateScorer.load()
    found: list[ScoredCandidate] = []
    for own in proposed:
        scores = score_candidates(metric, own.tables, own.candidates, labels, scorer)
        found += [replace(one, likely=own.worth * one.likely) for one in scores]
    best = best_candidate(found)
    read = Reading(question, None) if best is None else _reading(question, target, best.candidate)
    return choose_reading(found, ruled, read, scorer)


def read_by_rule(question: str, target: ReadTarget, pages: Pages) -> Reading:
    """Read a printed value by rule alone, with the rules' confidence."""
    return _best_by_rule(question, target, pages, _all_proposed(target, pages))


def _reading(question: str, target: ReadTarget, best: Candidate) -> Reading:
    period = target.period
    return Reading(
        question=question,
        value=best.value,
        unit=best.unit,
        document_id=best.metadata.document_id,
        page=best.page,
        element=best.element,
        row=best.row,
        column=best.column,
        quote=best.quote,
        place=best.place,
        why=origin_in_words(best.place, best.detail),
        metric=target.metric.id if target.metric else "",
        period=f"{period.year} {period.quarter} {period.months or ''}".strip(),
    )


def _is_one_of(printed: Reading, parts: Sequence[Reading]) -> bool:
    """Whether a line with the name of a sum is one of its terms: "Short-term debt" for current
    debt, above "Current maturities of long-term debt"."""
    table = _table_of(printed)
    rows = {part.row for part in parts if part.value and _table_of(part) == table}
    return len(rows) > 1 and printed.row in rows


def _table_of(reading: Reading) -> tuple[str, int, int]:
    return reading.document_id, reading.page, reading.element


def _all_proposed(target: ReadTarget, pages: Pages) -> list[_Proposed]:
    """The candidates of the rules in each document that may print the period."""
    return [
        _Proposed(worth, *proposed_by_rule(target, metadata, own))
        for metadata, own in _by_document(pages)
        if (worth := _document_worth(metadata, target))
    ]


def _best_by_rule(
    question: str, target: ReadTarget, pages: Pages, proposed: Sequence[_Proposed]
) -> Reading:
    candidates = [one.times(own.worth) for own in proposed for one in own.candidates]
    candidates = [candidate for candidate in candidates if candidate.score >= _W["least_score"]]
    if not candidates:
        return Reading(question, None, why=_why_none(target, pages))
    best = max(candidates, key=lambda candidate: candidate.score)
    return replace(
        _reading(question, target, best),
        confidence=_confidence(best, candidates),
        echoes=_echoes(best, candidates),
    )


def proposed_by_rule(
    target: ReadTarget, metadata: Metadata, pages: Sequence[Page]
) -> tuple[list[TargetTable], list[Candidate]]:
    """One document's tables and candidates; sentences only if no table has a better candidate."""
    usual = usual_scale(pages)
    scales = {}
    tables: list[TargetTable] = []
    found: list[Candidate] = []
    for page in pages:
        stated = page_scale(page)
        fallback = scales[page.number] = stated if stated.money is not None else usual
        own = tuple(target_tables(target, metadata, page, fallback))
        tables += own
        found += (one for read in _TABLE_READERS for table in own for one in read(table))
        found += read_counts(target, metadata, page)
        found += read_none(target, metadata, page)
    if max((candidate.score for candidate in found), default=0.0) < BEST_OF_PROSE:
        for page in pages:
            found += read_text(target, metadata, page, scales[page.number])
    return tables, found


def _checked(reading: Reading, target_pages: TargetPages, check: Compare) -> Reading:
    """Yes or No from the value; a line that its statement does not print counts as zero."""
    assert isinstance(check.right, Number)
    limit, above = check.right.value, check.sign in (">", ">=")
    value = reading.value
    if isinstance(value, float | int):
        holds = value > limit if above else value < limit
        return replace(reading, value="Yes" if holds else "No", unit="")
    if limit == 0 and above and _is_absent(target_pages.target, target_pages.pages):
        why = "the statement that would print it has no such line"
        return replace(reading, value="No", confidence=_W["no_line"], why=why)
    return reading


def _is_absent(target: ReadTarget, pages: Pages) -> bool:
    """Whether the pages have the metric's statement for the period, so that its line is absent."""
    if target.metric is None or not target.metric.statement:
        return False
    return any(
        element.table is not None
        and element.table.statement is not None
        and element.table.statement.value == target.metric.statement
        and fitting_columns(element.table, metadata, "", target.period)
        for metadata, page in pages
        for element in page.elements
    )


def _by_document(pages: Pages) -> list[tuple[Metadata, list[Page]]]:
    grouped: dict[str, tuple[Metadata, list[Page]]] = {}
    for metadata, page in pages:
        grouped.setdefault(metadata.document_id, (metadata, []))[1].append(page)
    return list(grouped.values())


def _document_worth(metadata: Metadata, target: ReadTarget) -> float:
    """The weight of a document: 1 for that of the period, less for later ones, 0 for earlier
    ones."""
    year, quarter = target.period.year, target.period.quarter
    if year is None or metadata.fiscal_year is None:
        return 1.0
    later = metadata.fiscal_year - year
    if later < 0:
        return 0.0
    annual = metadata.form.startswith("10-K")
    if quarter in ("", "Q4"):
        own = annual and later == 0
    else:
        own = later == 0 and metadata.fiscal_period == quarter
    return 1.0 if own else max(_W["least_later"], _W["later"] - _W["later_step"] * later)


def _confidence(best: Candidate, candidates: list[Candidate]) -> float:
    """The best score, reduced if another value is close to it."""
    close = _W["same_value"] * abs(best.value)
    rivals = [
        candidate.score for candidate in candidates if abs(candidate.value - best.value) > close
    ]
    gap = (best.score - max(rivals)) / best.score if rivals else 1.0
    return round(
        min(1.0, best.score) * (_W["close_rival"] + _W["no_rival"] * min(1.0, gap / _W["far"])),
        3,
    )


def _echoes(best: Candidate, candidates: list[Candidate]) -> int:
    """The number of other tables and paragraphs with the same value."""
    close = _W["same_value"] * abs(best.value)
    places = {
        (candidate.metadata.document_id, candidate.page, candidate.element)
        for candidate in candidates
        if abs(candidate.value - best.value) <= close
    }
    return len(places) - 1


def _why_none(target: ReadTarget, pages: Pages) -> str:
    place = "the page" if len(pages) == 1 else f"any of the {len(pages)} pages that fit best"
    period = " ".join(filter(None, (target.period.quarter, str(target.period.year or ""))))
    return f"{target.name} for {period or 'its period'} could not be read from {place}"
