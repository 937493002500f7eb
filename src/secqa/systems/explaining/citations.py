"""Let a model explain an answer in sentences, and check them against the passages that they cite.

A sentence stands by what it cites alone: a figure of another passage is as wrong as a made-up one.
Nothing in it that has a digit goes unread: what is neither a figure nor a year must stand in the
source letter by letter ("10-K", "COVID-19", "5.2x"). Sentences that fail are left out, which the
answer notes; where nothing is left, the passages stand for themselves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Model
from secqa.reading.structure.text_figures import figures_in
from secqa.retrieval.terms import stems
from secqa.systems.answer import Answer
from secqa.systems.explaining.cited_sources import CitedSource, SourceLine, sources_of
from secqa.systems.explaining.request import CitedSentence, ask_to_explain
from secqa.systems.explaining.stated_figures import bears_out, digits, moves, stated

_TOKEN = re.compile(r"(?:[a-z]+-?)?\d(?:[\w.,/-]*\w)?")
_SHORT = re.compile(r"^fy(?=\d)|(?<=\d)(?:mn|mln|mm|m|bn|bln|b|k|pp|ppts?|pct)$")
"""What analysts write onto a figure, and the reader of figures writes out."""
_MARK = re.compile(r"\s*\[\d+(?:,\s*\d+)*\]")
_PERIODS = re.compile(
    r"\b(?:(?:first|second|third|fourth|1st|2nd|3rd|4th) (?:fiscal )?quarter|(?:first|second) half"
    r"|\d+[ -](?:months?|weeks?)"
    r"|january|february|march|april|june|july|august|september|october|november|december)\b"
)
_QUARTERS = {"Q1": "first", "Q2": "second", "Q3": "third", "Q4": "fourth"}
OWN_WORDS = "most of its words are the model's own"
"""Why a sentence is marked: more than half of them stand in nothing that it cites."""


@dataclass(frozen=True, slots=True)
class SentenceVerdict:
    """A sentence, judged."""

    sentence: CitedSentence
    problem: str = ""
    """Why it is left out; "" where it is kept."""
    mark: str = ""
    """What a reader should know of one that is kept."""


def check(sentence: CitedSentence, sources: Sequence[CitedSource]) -> SentenceVerdict:
    """Whether the sources that a sentence cites bear it out."""
    # Models that write marks as well as numbers mean the same by both.
    text = " ".join(_MARK.sub("", sentence.text).split())
    known = {source.number: source for source in sources}
    sentence = CitedSentence(text, tuple(dict.fromkeys(sentence.cites)))
    if not text:
        return SentenceVerdict(sentence, "it is empty")
    if not sentence.cites:
        return SentenceVerdict(sentence, "it cites no passage")
    if unknown := [number for number in sentence.cites if number not in known]:
        return SentenceVerdict(sentence, f"it cites [{unknown[0]}], and there is no such passage")
    cited = [known[number] for number in sentence.cites]
    if strange := next((one for one in cited if not _shared(text, [one])), None):
        return SentenceVerdict(
            sentence, f"it shares no words with [{strange.number}], which it cites"
        )
    found = _unsaid_figure(text, cited) or _unsaid_period(text, cited) or _turned(text, cited)
    own, shared = _content(text, cited), _shared(text, cited)
    return SentenceVerdict(
        sentence, found, OWN_WORDS if not found and 2 * len(shared) < len(own) else ""
    )


def _unsaid_figure(text: str, cited: Sequence[CitedSource]) -> str:
    there = [one for source in cited for line in source.lines for one in stated(line)]
    figures = list(stated(SourceLine(text)))
    for one in figures:
        if not any(bears_out(other, one) for other in there):
            year = f" of {one.figure.year}" if one.figure.year else ""
            return f"no passage it cites states {one.figure.text}{year} so"
    written = digits(text)
    years = {one.text for one in figures_in(written) if one.unit == "year"}
    read = years.union(*(_TOKEN.findall(one.figure.text) for one in figures))
    printed = set(_TOKEN.findall(_all_text(cited)))
    unread = [
        one
        for one in _TOKEN.findall(written)
        if one not in printed and _SHORT.sub("", one) not in read
    ]
    return f"no passage it cites prints {unread[0]}" if unread else ""


def _unsaid_period(text: str, cited: Sequence[CitedSource]) -> str:
    there = _all_text(cited)
    own = {f"{_QUARTERS.get(source.about.fiscal_period)} quarter" for source in cited}
    years = {one.value for one in figures_in(there) if one.unit == "year"}
    years |= {source.about.fiscal_year or 0 for source in cited}
    for one in figures_in(text):
        if one.unit == "year" and one.value not in years:
            return f"no passage it cites is about {one.text}"
    for found in _PERIODS.findall(digits(text)):
        if found not in there and found not in own:
            return f"no passage it cites names the {found}"
    return ""


def _turned(text: str, cited: Sequence[CitedSource]) -> str:
    """Of what rose or fell: no line may say the contrary of the same thing."""
    there = frozenset(
        move for source in cited for line in source.lines for move in moves(line.text)
    )
    contrary = {(what, "down" if way == "up" else "up") for what, way in moves(text) - there}
    return "the passage says that it went the other way" if contrary & there else ""


def _all_text(cited: Sequence[CitedSource]) -> str:
    return digits("\n".join(line.text for source in cited for line in source.lines))


def _content(text: str, cited: Sequence[CitedSource]) -> frozenset[str]:
    """Stems of a sentence that tell something, the names of the companies apart."""
    names = {stem for source in cited for stem in stems(source.about.company)}
    return frozenset(one for one in stems(text) if one[0].isalpha()) - names


def _shared(text: str, cited: Sequence[CitedSource]) -> frozenset[str]:
    there = frozenset(stem for one in cited for line in one.lines for stem in stems(line.text))
    return _content(text, cited) & there


NOTHING_LEFT = "no explanation is left: these are the passages as printed"


def explain(answer: Answer, *, corpus: Corpus, model: Model) -> Answer:
    """The answer explained; one without passages as it is, one that the model fills in wrongly
    twice refused."""
    if not answer.passages:
        return answer
    sources = sources_of(answer.passages, corpus)
    try:
        written = ask_to_explain(answer.question, sources, model)
    except SecqaError as error:
        return replace(answer, value=None, error=str(error))
    verdicts = tuple(map(partial(check, sources=sources), written.sentences))
    return _explained(answer, verdicts)


def _explained(answer: Answer, verdicts: Sequence[SentenceVerdict]) -> Answer:
    notes = tuple(
        f'left out, since {one.problem}: "{one.sentence.text}"' for one in verdicts if one.problem
    )
    kept = [one for one in verdicts if not one.problem]
    if not kept:
        why = notes or ("the model finds no answer in the passages",)
        return replace(answer, notes=(*why, NOTHING_LEFT))
    cited = tuple(dict.fromkeys(number for one in kept for number in one.sentence.cites))
    return replace(
        answer,
        value=" ".join(_marked(one, cited) for one in kept),
        passages=tuple(answer.passages[number - 1] for number in cited),
        notes=notes,
    )


def _marked(verdict: SentenceVerdict, cited: Sequence[int]) -> str:
    """A sentence with its citations, numbered as the passages that are shown."""
    numbers = "".join(f"[{cited.index(number) + 1}]" for number in verdict.sentence.cites)
    mark = f" ({verdict.mark})" if verdict.mark else ""
    return f"{verdict.sentence.text} {numbers}{mark}"
