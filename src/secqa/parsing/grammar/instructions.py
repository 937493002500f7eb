"""Remove instructions, contrasts and known definitions from a question.

Benchmarks and careful users add "Answer in USD millions. Base it on the balance sheet." or begin
"According to the income statement, what …". Such statements look like metrics. A sentence or clause
is removed only if it has no company, time, number or likely metric.

"Sales rose, so why did profit fall?" and "why did profit fall although sales rose?" ask about
profit: what only contrasts with it goes, but company and time stay, wherever they are named.

Definitions that equal the catalogue's ("Free cash flow is defined as: …") are removed too, since
they name other metrics. Different definitions stay, and are parsed as formulas.
"""

import re
from functools import lru_cache
from itertools import chain, combinations, pairwise

from secqa.metrics.catalogue import Catalogue, optional_parts
from secqa.metrics.metric import without_terms
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import load_patterns, stems_of, word_list

_QUESTION, _ANSWER = word_list("question"), stems_of("answer")
_LIKELY = -0.7
"""Minimum log probability of a likely metric: a half."""


def without_instructions(found: Mentions) -> str:
    """Remove sentences, and clauses before the question word, that only instruct."""
    words, question = found.tokens, found.question
    starts = [at for at in range(len(words)) if at == 0 or _begins_piece(found, at)]
    kept = []
    for first, last in pairwise([*starts, len(words)]):
        end = words[last].start if last < len(words) else len(question)
        text = question[words[first].start : end]
        if "?" in text or not _instructs(found, first, last):
            kept.append(text.strip())
    return " ".join(kept) if 0 < len(kept) < len(starts) else question


def without_slashes(found: Mentions) -> str:
    """Write commas for slashes between three figures, which are no division: CFO/CFI/CFF."""
    joined = ["/" in found.tokens[link.first].mark for link in found.links]
    return found.question.replace("/", ", ") if (True, True) in pairwise(joined) else found.question


def _begins_piece(found: Mentions, at: int) -> bool:
    """Whether a word begins a sentence, or a question after a comma or colon."""
    word = found.tokens[at]
    if word.sentence:
        return any(mark in word.mark for mark in ".?!")
    return word.text in _QUESTION and any(mark in word.mark for mark in ",:;")


def _instructs(found: Mentions, first: int, last: int) -> bool:
    """Whether a piece mentions the answer or a statement, and nothing to look up."""
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


def without_contrast(found: Mentions) -> str:
    """The question without the clause that its subject contrasts with."""
    question = found.question
    for name in ("contrast_first", "contrast_in_between", "contrast_last"):
        match = load_patterns("series")[name].search(question.lower())
        if match is None:
            continue
        start, end = match.span("aside")
        is_sure = name == "contrast_last" or match.groupdict().get("so")
        if not is_sure and not _has_figure(found, *match.span("asked")):
            continue
        clause, rest = (question[slice(*match.span(part))] for part in ("asked", "rest"))
        rest = f"{clause.strip()}{rest}".strip(" ,;?")
        why = "" if rest.lower().startswith(("why", "how", "what")) else "Why did "
        return f"{why}{rest}{_company_and_time(found, start, end)}?"
    return question


def _has_figure(found: Mentions, start: int, end: int) -> bool:
    """Whether a figure is named within a clause."""
    return any(start <= found.tokens[link.first].start < end for link in found.links)


def _company_and_time(found: Mentions, start: int, end: int) -> str:
    """Company and time of a clause that its question does not name elsewhere."""
    tokens = found.tokens
    named = [(tokens[a].start, tokens[b - 1].end) for _, a, b in found.companies if b > a]
    text = ""
    for word, spans in (("at", named), ("in", list(found.times.spans))):
        inside = [span for span in spans if start <= span[0] < end]
        if inside and len(inside) == len(spans):
            phrase = found.question[inside[0][0] : inside[-1][1]]
            text += " ".join(("", word, phrase.removesuffix("'s")))
    return text


_DEFINES = r"(?:is|are) (?:defined|calculated|computed) as:?|as:?"
_BEFORE = r"(?:(?<=[.?!;])|^)\s*(?:where\s+)?(?:the\s+)?"


def without_known_definitions(question: str, catalogue: Catalogue) -> str:
    """Remove definitions that equal the catalogue's."""
    if " as" not in question:
        return question
    low = question.lower()
    for definition, pattern in _patterns(catalogue):
        if definition in low:
            question = pattern.sub("", question)
    return question.strip()


@lru_cache(maxsize=8)
def _patterns(catalogue: Catalogue) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each definition in lower case with a pattern for its sentence, longest first."""
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
