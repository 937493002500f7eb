"""Questions with their queries in, the heads of the parser out.

Each question gives one example of every choice that its frame makes. Mentions are found by a linker
that has not seen the question's writer, so that the heads learn from what linking is like.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from language.decompose import decompose
from language.rows import Row
from secqa.errors import CannotAnswer
from secqa.learning.estimators import fit_head
from secqa.learning.linear import Head
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.frames import Unfit
from secqa.parsing.grammar.parse import kind_features, parts_of_kind, role_features, roles_of
from secqa.parsing.grammar.parse_confidence import strangers_of
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.parsing.ground import find_company
from secqa.parsing.periods.period_grounding import COMPARATIVE_YEARS
from secqa.query.query import lookups

STRENGTH = 1.0
Examples = dict[str, list[tuple[list[str], str]]]
"""Choice -> features and label of each example."""


def examples_of(
    rows: Sequence[Row], fitted: Fitted, known: CompanyIndex, lines_of: LinesOf
) -> Examples:
    """What the rows teach."""
    found: Examples = defaultdict(list)
    for row in rows:
        _add(row, find_mentions(row.text, known, fitted, lines_of), known, fitted, found)
    return found


def _add(
    row: Row, mentions: Mentions, known: CompanyIndex, fitted: Fitted, found: Examples
) -> None:
    signs = signs_of(mentions)
    features = features_of(mentions, signs)
    if row.query is None:
        if not is_refused_anyway(mentions, fitted):
            found["kind"].append((features, "none"))
        return
    try:
        frame, terms = decompose(row.query)
    except Unfit:
        return
    found["kind"].append((features, frame.kind))
    if frame.kind.startswith(("between", "yes.company")) and mentions.distinct_companies:
        frame = replace(frame, swapped=_is_swapped(row, mentions, known))
    told = kind_features(features, signs, frame.kind)
    for name in parts_of_kind(frame.kind):
        found[name].append((told, str(getattr(frame, name))))
    roles = roles_of(frame, len(terms))
    if roles is None or len(set(roles)) < 2:
        return
    by_name = dict(zip(terms, roles, strict=True))
    for place, link in enumerate(mentions.links):
        if link.name in by_name:
            found["role"].append((role_features(frame, signs, place), by_name[link.name]))


def is_refused_anyway(mentions: Mentions, fitted: Fitted) -> bool:
    """Whether a company or a year that the collection has not is why there is no answer: then the
    question itself may be the plainest there is."""
    if not mentions.distinct_companies or mentions.times.void or strangers_of(mentions, fitted):
        return True
    years = [period.year for period in mentions.times.periods if period.year]
    return any(
        not min(company.fiscal_years, default=0) - COMPARATIVE_YEARS <= year
        or year > max(company.fiscal_years, default=9999) + 1
        for company in mentions.distinct_companies
        for year in years
    )


def _is_swapped(row: Row, mentions: Mentions, known: CompanyIndex) -> bool:
    """Whether the query's first company is not the one named first."""
    first = lookups(row.query)[0].company
    try:
        return find_company(str(first), known) != mentions.distinct_companies[0]
    except CannotAnswer:
        return False


def fit_heads(examples: Examples) -> dict[str, Head]:
    """One head a choice."""
    return {
        name: fit_head([f for f, _ in own], [label for _, label in own], STRENGTH)
        for name, own in sorted(examples.items())
    }
