"""Remove what a question says of its answer, its source and its terms, not of what it asks.

Benchmarks and careful users add "Answer in USD millions. Base it on the balance sheet." or begin
"According to the income statement, what …". Statements named so look like metrics, and long tasks
hide short questions. A piece goes only where it names no company, time, number or likely metric.

Sentences that define a metric as the catalogue does go as well ("Free cash flow is defined as: …"),
since they name metrics that nobody asks for. A definition of the asker's own stays, and is read as
a formula.
"""

import re
from functools import lru_cache
from itertools import chain, combinations, pairwise

from secqa.metrics.catalogue import Catalogue, optional_parts
from secqa.metrics.metric import without_terms
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import stems_of, word_list

_QUESTION, _ANSWER = word_list("question"), stems_of("answer")
_LIKELY = -0.7
"""A metric whose probability has this logarithm at least, a half, is meant."""


def without_instructions(found: Mentions) -> str:
    """The question without sentences, or clauses before its question word, that only instruct."""
    words, question = found.tokens, found.question
    starts = [at for at in range(len(words)) if at == 0 or _begins_piece(found, at)]
    kept = []
    for first, last in pairwise([*starts, len(words)]):
        end = words[last].start if last < len(words) else len(question)
        text = question[words[first].start : end]
        if "?" in text or not _instructs(found, first, last):
            kept.append(text.strip())
    return " ".join(kept) if 0 < len(kept) < len(starts) else question


def _begins_piece(found: Mentions, at: int) -> bool:
    """Whether a sentence begins with a word, or after a comma or colon its question."""
    word = found.tokens[at]
    if word.sentence:
        return any(mark in word.mark for mark in ".?!")
    return word.text in _QUESTION and any(mark in word.mark for mark in ",:;")


def _instructs(found: Mentions, first: int, last: int) -> bool:
    """Whether a piece speaks of the answer or of a statement, and names nothing to look up."""
    named = [(start, end) for _, start, end in found.companies]
    named += [(number.first, number.last) for number in found.amounts]
    named += [(link.first, link.last) for link in found.links if link.odds[0] >= _LIKELY]
    if any(start < last and first < end for start, end in named):
        return False
    if any(found.time_tokens[first:last]):
        return False
    return any(
        "statement" in found.classes[at] or found.tokens[at].stem in _ANSWER
        for at in range(first, last)
    )


_DEFINES = r"(?:is|are) (?:defined|calculated|computed) as:?|as:?"
_BEFORE = r"(?:(?<=[.?!;])|^)\s*(?:where\s+)?(?:the\s+)?"


def without_known_definitions(question: str, catalogue: Catalogue) -> str:
    """The question without the definitions that the catalogue has as well."""
    if " as" not in question:
        return question
    low = question.lower()
    for definition, pattern in _patterns(catalogue):
        if definition in low:
            question = pattern.sub("", question)
    return question.strip()


@lru_cache(maxsize=8)
def _patterns(catalogue: Catalogue) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each definition in small letters with what finds a sentence of it, the longest first."""
    found = []
    for metric in catalogue.compound():
        terms = [catalogue[part].name for part in optional_parts(metric, catalogue)]
        lacking = chain.from_iterable(combinations(terms, n) for n in range(len(terms) + 1))
        definitions = {
            without_terms(definition, absent)
            for absent in lacking
            for definition in (metric.definition, metric.general_definition)
        }
        names = "|".join(map(re.escape, (metric.name, *metric.synonyms)))
        says = rf"{_BEFORE}(?:{names})(?: ratio)? (?:{_DEFINES}) "
        for definition in definitions:
            pattern = rf"{says}{re.escape(definition)}\s*(?:[.;]|$)"
            found.append((definition.lower(), re.compile(pattern, re.IGNORECASE)))
    return tuple(sorted(found, key=lambda one: -len(one[0])))
