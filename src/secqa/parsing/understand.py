"""Understand a question offline: find its `Query` and the probability that it is right.

A misunderstood question must not become the answer to another question. So every reading has a
probability, fitted to questions by writers that the parser had not seen, and the words of the
question that it ignores.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.answer_kind import answer_form_of, chooses_company, narrative_odds
from secqa.parsing.grammar.compound_questions import compound_query
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.instructions import (
    without_contrast,
    without_instructions,
    without_known_definitions,
    without_slashes,
)
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.narrative_queries import matter_request, narrative_query, news_request
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.grammar.series_requests import series_of
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.parsing.translation.question_readings import readings
from secqa.parsing.translation.uncovered_words import (
    narrowing_count,
    narrowing_words,
    strangers_of,
    uncovered_of,
)
from secqa.query.period import Period
from secqa.query.query import Cagr, Choose, Count, Filter, Holds, Query, Series
from secqa.query.tree import nodes

LONGEST = 2000
"""Maximum characters of a question."""
WORDS = 0.6
"""Minimum probability of a question for text."""
_WITH_REASON = 0.1
"""The minimum for a question for a reason: "why", "what drove"."""
_RATHER = 0.1
"""The minimum if the figure is doubtful: it ignores words and is below `_DOUBTFUL`."""
_DOUBTFUL = 0.6
_GUESS, _RATHER_WHY, _MANY = 0.3, 0.4, 3
"""Text is read instead of a figure below this probability if a reason may be asked for or words are
ignored, and below `_DOUBTFUL` if so many words are ignored."""
_WITH_UNKNOWN = 0.5
"""Maximum probability with an unknown name, which may be a company that belongs to the answer, or
with a word that may narrow a figure to a part of it; below the default threshold."""
_OF_ALL = 0.7
"""Minimum probability of a figure from several periods to be preferred to their table. Between 0.5
and this, no answer to the series of `benchmarks/series.py` or to writers held out changes."""
_SERIES = 0.9
"""Probability of a series if its words occur: of 70 such tables of `benchmarks/series.py` with
sure readings, 65 were right."""

_EVERYONE = re.compile(
    r"\b(?:which|what|of|among|across|all|any|every|each|how many|whole) (?:of )?"
    r"(?:(?:the|these|our|your) )?(?:\w+ )?(?:compan(?:y|ies)|firms?|filers?|registrants?"
    r"|business(?:es)?|names|issuers|groups?|stocks|corporations?|collection|outfits?)\b"
    r"|\bwho\b|\beveryone\b|\bin the (?:collection|set|database|list|universe|sample)\b"
)
"""Words for all companies of the corpus."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The meaning of a question."""

    query: Query
    """Not grounded."""
    probability: float
    """Probability that the query is right."""
    mentions: Mentions
    others: tuple[Query, ...] = ()
    """Other readings, likeliest first."""
    uncovered: tuple[str, ...] = ()
    """Words that the query ignores."""


def understand(
    question: str,
    known: CompanyIndex,
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
) -> Interpretation:
    """The likeliest reading of a question; raises CannotAnswer with the reason if there is none."""
    if not question.strip():
        raise CannotAnswer("the question is empty; ask in a sentence, in quotation marks")
    if len(question) > LONGEST:
        raise CannotAnswer(f"the question has {len(question)} characters; ask in at most {LONGEST}")
    sentence = without_known_definitions(question, catalogue)
    likeliest = _SentenceReader(known, catalogue, lines_of).read(sentence)
    if likeliest.query.narratives:
        return likeliest
    return replace(likeliest, query=replace(likeliest.query, form=answer_form_of(sentence)))


@dataclass(frozen=True, slots=True)
class _SentenceReader:
    """Reads sentences."""

    known: CompanyIndex
    catalogue: Catalogue
    lines_of: LinesOf

    def mentions(self, sentence: str) -> Mentions:
        names = names_of(self.catalogue)
        return find_mentions(sentence, self.known, load_fitted(), self.lines_of, names)

    def read(self, sentence: str) -> Interpretation:
        """The likeliest reading of a question in one step."""
        found = self.mentions(sentence)
        for rewrite in (without_slashes, without_instructions, without_contrast):
            if (asking := rewrite(found)) != found.question:
                found = self.mentions(asking)
        if news_request(found) or matter_request(found):
            # The words are unambiguous.
            return self._narrative(found, 1.0, 0.0)
        features = features_of(found, signs_of(found))
        words, why = narrative_odds(features)
        if not any(found.classes) or chooses_company(found):
            # Without any known word, it may be in any language.
            words = 0.0
        asks_why = any("reason" in names for names in found.classes)
        is_narrowed = narrowing_count(found, load_fitted()) > 0
        both = compound_query(found, self.mentions)
        if both is not None and not is_narrowed:
            return Interpretation(both, _SERIES, found)
        if both is not None and any(one.period.each for one in both.narratives):
            # Reports lack the figure, but may give reasons for its changes.
            narratives = narrative_query(found, True).narratives
            each = tuple(replace(one, period=Period(each=True)) for one in narratives)
            return Interpretation(Query(each), _SERIES, found)
        is_text = asks_why or (is_narrowed and words >= WORDS)
        columns = () if is_text else series_of(found, is_narrowed)
        if columns:
            figure = self._figure(found)
            if figure is None or not _is_of_all_periods(figure):
                return self._series(found, columns)
            return figure
        if words >= (_WITH_REASON if asks_why else WORDS):
            return self._narrative(found, max(words, WORDS), why)
        figure = self._figure(found)
        if figure is not None:
            is_doubtful = figure.uncovered and figure.probability < _DOUBTFUL
            doubts = why >= _RATHER_WHY or words >= _RATHER or figure.uncovered
            many = sum(map(str.islower, figure.uncovered)) >= _MANY
            is_guess = doubts and figure.probability < (_DOUBTFUL if many else _GUESS)
            if not is_guess and (not is_doubtful or words < _RATHER):
                return figure
        if found.companies and any(found.classes):
            # Text may answer it, the likelier the less likely a figure does.
            likely = WORDS if figure is None else 1 - figure.probability
            return self._narrative(found, max(words, likely), why)
        if figure is not None:
            return figure
        raise CannotAnswer(self._refusal(found))

    def _series(self, found: Mentions, columns: tuple[Series, ...]) -> Interpretation:
        uncovered = uncovered_of(found, load_fitted())
        return Interpretation(Query(columns), _SERIES, found, uncovered=uncovered)

    def _figure(self, found: Mentions) -> Interpretation | None:
        """The likeliest reading as a figure; None if none is wanted."""
        likely = readings(found, load_fitted(), self.catalogue)
        if not likely or likely[0].query is None:
            return None
        unknown = (
            *strangers_of(found, load_fitted()),
            *narrowing_words(found, load_fitted()),
        )
        most = _WITH_UNKNOWN if unknown else 1.0
        return Interpretation(
            likely[0].query,
            min(likely[0].probability, most),
            found,
            tuple(other.query for other in likely[1:4] if other.query is not None),
            _without_repeats(likely[0].uncovered, unknown),
        )

    def _narrative(self, found: Mentions, words: float, why: float) -> Interpretation:
        """The reading of a question for text; raises CannotAnswer if it names no company."""
        is_of_all = len(self.known) <= 1 or _EVERYONE.search(found.question.lower())
        if not found.companies and not is_of_all:
            raise CannotAnswer(self._refusal(found))
        return Interpretation(narrative_query(found, why >= 0.5), words, found)

    def _refusal(self, found: Mentions) -> str:
        strangers = strangers_of(found, load_fitted())
        if not found.companies and strangers:
            if alike := self.known.companies_like(strangers[0]):
                choices = " or ".join(company.short_name for company in alike)
                return f"{strangers[0]} may be {choices}; say which"
            return f"{strangers[0]} is not a company of the corpus"
        if not found.companies:
            return "no company of the corpus is named in the question"
        if not found.links:
            return "no metric is recognised in the question"
        return "what is asked for is not understood as a figure of the filings"


def _is_of_all_periods(figure: Interpretation) -> bool:
    """Whether a figure combines several periods: the highest one, a count."""
    kinds = (Cagr, Choose, Count, Filter, Holds)
    return figure.probability >= _OF_ALL and any(
        isinstance(node, kinds) for node in nodes(figure.query.outputs)
    )


def _without_repeats(words: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Ignored words and names without repeats; names as written."""
    within = {word.lower() for name in names for word in name.split()}
    return (*(word for word in words if word not in within), *names)
