"""A question to a `Query`, offline: text in; what it means and how surely, or why not, out.

What is not understood must never become an answer to another question. So every reading comes with
a probability that is fitted to how often such readings were right on questions of writers whom the
parser had not seen, and what no part of a reading accounts for is named.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.answer_kind import answer_form_of, narrative_odds
from secqa.parsing.grammar.fitted import Fitted, load_fitted
from secqa.parsing.grammar.metric_links import growths_of, names_of
from secqa.parsing.grammar.narrative_queries import narrative_query, news_request
from secqa.parsing.grammar.parse import EVERYONE, Parse, parses
from secqa.parsing.grammar.parse_confidence import doubts_of, strangers_of, uncovered_of
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.query.definitions import without_known_definitions
from secqa.query.query import Query
from secqa.query.steps import read_steps

FindOwner = Callable[[str], Company | None]
"""A name that is no company's; the company whose filings print it, where that is one."""
LONGEST = 2000
"""Characters of a question that are read."""
WORDS = 0.6
"""From which probability on a question is taken for one that wants words."""
_WITH_REASON = 0.1
"""The same of a question that asks for a reason: "why", "what drove"."""
_RATHER = 0.1
"""The same where a figure is found that is likely not meant: it leaves words of the question over
and is less sure than `_DOUBTFUL`. Of 495 questions for figures by other hands one is rightly
understood and lost to the two limits, one is no longer answered wrongly; of 132 that want words
11 are won."""
_DOUBTFUL = 0.6
_SERIES = "series"
_NO_FIGURE = 0.7
"""From which probability on a question is taken for one that no figure of a filing answers."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a question means."""

    query: Query
    """As it is asked: not grounded."""
    probability: float
    """How likely it is what was meant."""
    mentions: Mentions
    others: tuple[Query, ...] = ()
    """Other readings, the likeliest first."""
    uncovered: tuple[str, ...] = ()
    """Words that nothing of the query accounts for."""


def understand(
    question: str,
    known: CompanyIndex,
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
    whose: FindOwner = lambda _name: None,
) -> Interpretation:
    """The likeliest reading of a question.

    CannotAnswer, with the reason, where it names nothing that can be looked up, or asks for what
    no figure answers.
    """
    _check_length(question)
    asked = without_known_definitions(question, catalogue)

    def read(sentence: str) -> tuple[Query, float]:
        understood = _understand_at_once(sentence, known, catalogue, lines_of, whose)
        return understood.query, understood.probability

    if steps := read_steps(asked, read):
        found = find_mentions(asked, known, load_fitted(), lines_of, names_of(catalogue))
        return Interpretation(steps.query, steps.probability, found)
    return _understand_at_once(asked, known, catalogue, lines_of, whose)


def _understand_at_once(
    asked: str, known: CompanyIndex, catalogue: Catalogue, lines_of: LinesOf, whose: FindOwner
) -> Interpretation:
    """The likeliest reading of a question that is asked all at once."""
    fitted = load_fitted()
    found = find_mentions(asked, known, fitted, lines_of, names_of(catalogue))
    if news_request(found):
        # Said by words that leave no doubt, not weighed.
        return _to_be_told(found, (1.0, 0.0), known, fitted, whose)
    features = features_of(found, signs_of(found))
    words, why = narrative_odds(features)
    if not any(found.classes):
        # Not a word of it is known: it may be any language, asking for anything.
        words = 0.0
    reason = any("reason" in names for names in found.classes)
    readings = parses(
        found, fitted, parts_of(catalogue), units_of(catalogue), growths_of(catalogue)
    )
    # Said by words that leave no doubt, not weighed.
    series = bool(readings) and readings[0].frame.kind == _SERIES and not reason
    if words >= (_WITH_REASON if reason else WORDS) and not series:
        return _to_be_told(found, (words, why), known, fitted, whose)
    kinds = fitted.heads["kind"].scores(features)
    if series:
        kinds = {**kinds, _SERIES: 0.0, "none": _log(1 - _NO_FIGURE)}
    understood = None
    if readings and kinds.get("none", -9.0) <= _log(_NO_FIGURE):
        understood = _understood(found, readings, kinds, fitted)
        doubtful = understood.uncovered and understood.probability < _DOUBTFUL
        if not doubtful or words < _RATHER:
            return understood
    if found.companies and any(found.classes):
        # What is no figure is told in words, if at all.
        return _to_be_told(found, (words, why), known, fitted, whose)
    if understood:
        return understood
    raise CannotAnswer(_why_none(found, known, fitted))


def _understood(
    found: Mentions, readings: Sequence[Parse], kinds: Mapping[str, float], fitted: Fitted
) -> Interpretation:
    probability = fitted.sureness.probability(doubts_of(found, readings, kinds, fitted))
    return Interpretation(
        replace(readings[0].query, form=answer_form_of(found.question)),
        probability,
        found,
        tuple(one.query for one in readings[1:4]),
        uncovered_of(found, readings[0], fitted),
    )


def _to_be_told(
    found: Mentions,
    odds: tuple[float, float],
    known: CompanyIndex,
    fitted: Fitted,
    whose: FindOwner,
) -> Interpretation:
    """A question that wants words; CannotAnswer where nothing in it says whose."""
    words, why = odds
    owner = None
    if not found.companies and len(known) > 1 and not EVERYONE.search(found.question.lower()):
        owner = next(filter(None, map(whose, strangers_of(found, fitted))), None)
        if owner is None:
            raise CannotAnswer(_why_none(found, known, fitted))
    return Interpretation(narrative_query(found, why >= 0.5, owner), words, found)


def _log(probability: float) -> float:
    from math import log

    return log(probability)


def _check_length(question: str) -> None:
    if not question.strip():
        raise CannotAnswer("the question is empty; ask in a sentence, in quotation marks")
    if len(question) > LONGEST:
        raise CannotAnswer(f"the question has {len(question)} characters; ask in at most {LONGEST}")


def _why_none(found: Mentions, known: CompanyIndex, fitted: Fitted) -> str:
    strangers = strangers_of(found, fitted)
    if not found.companies and strangers:
        alike = known.same_named(strangers[0])
        if alike:
            choices = " or ".join(company.short_name for company in alike)
            return f"{strangers[0]} may be {choices}; say which"
        return f"{strangers[0]} is not a company of the corpus"
    if not found.companies:
        return "no company of the corpus is named in the question"
    if not found.links:
        return "no metric is recognised in the question"
    return "what is asked for is not understood as a figure of the filings"


@lru_cache(maxsize=8)
def parts_of(catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Ids of what each compound metric is made of."""
    return {m.id: all_parts(m, catalogue) for m in catalogue.metrics.values() if m.formula}


@lru_cache(maxsize=8)
def units_of(catalogue: Catalogue) -> dict[str, str]:
    """The unit of each metric, by its id."""
    return {metric.id: metric.unit for metric in catalogue.metrics.values()}
