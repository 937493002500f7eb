"""What the start page shows: the holdings of a corpus, and example questions that it answers.

Examples are made from the corpus and asked before they are shown, in a thread of their own, so that
nobody waits; that also loads what the first question of a user needs.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from textwrap import shorten
from threading import Event, Thread, main_thread
from typing import Any

from secqa.app.ask.answer_evidence import AnswerEvidence, evidence_of
from secqa.app.ask.answer_wording import compared_texts, value_texts
from secqa.app.ask.answers import AnswerService, AskRequest
from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company
from secqa.reading.reading import Passage
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.confidence import load_fit

_TRIES = 10
"""Questions of a kind that are asked to find one that is answered."""
_SECONDS = 0.6
"""How long a page waits for examples."""
_COMPANIES = 24
"""Companies listed by name."""
_LATEST = 5
"""Filings listed as the latest."""
_WORDS = 150
"""Characters of a passage as an example."""
_HALF = 0.5
_REASON = re.compile(
    r"(?i)^[^,.]{,40}\b(?:revenues?|sales) [^.]*\b(?:increased|decreased|rose|fell|grew|declined)\b"
    r".*\b(?:due to|driven by|because|result of|attributable to)\b"
)
"""A sentence that says why revenue changed: others are no good example."""


ExampleQuestion = tuple[str, str, str]
"""A question that the corpus answers, its answer in brief, and the page that it was read from."""


def corpus_holdings(corpus: Corpus) -> dict[str, Any]:
    """What the corpus holds, from its list of documents alone: of companies those with the most
    filings, of filings those whose periods ended last."""
    entries = corpus.entries
    years = [one.metadata.fiscal_year for one in entries if one.metadata.fiscal_year]
    known = corpus_companies(corpus)
    filed = Counter(one.metadata.cik or one.metadata.company for one in entries)
    counted = [
        (known.display_name(one), one.ticker, filed[one.cik] or filed[one.name]) for one in known
    ]
    most = sorted(counted, key=lambda one: -one[2])[:_COMPANIES]
    newest = sorted((one.metadata for one in entries), key=_ended, reverse=True)[:_LATEST]
    return {
        "filings": len(entries),
        "pages": sum(one.pages for one in entries),
        "forms": Counter(one.metadata.form for one in entries).most_common(),
        "years": (min(years), max(years)) if years else None,
        "companies": len(known),
        "named": sorted(most, key=lambda one: one[0].lower()),
        "figures": sum(one.metric_values for one in entries),
        "doubtful": sum(bool(one.warnings) for one in entries),
        "latest": newest,
    }


def _ended(about: Metadata) -> str:
    return str(about.period_end or "")


class ExampleQuestions:
    """Questions of different kinds, each answered once."""

    def __init__(self, service: AnswerService) -> None:
        self._service = service
        self._answered: list[ExampleQuestion] = []
        self._done = Event()
        # Awaited at the end of the process: no thread may be cut off within the engine's own code.
        Thread(target=self._look, name="examples").start()

    def ready(self) -> Sequence[ExampleQuestion]:
        """Those that were answered so far."""
        self._done.wait(_SECONDS)
        return tuple(self._answered)

    def _look(self) -> None:
        try:
            for questions in _proposed(corpus_companies(self._service.corpus)):
                if not main_thread().is_alive():
                    break
                tried = islice(questions, _TRIES)
                answered = (_answered(self._service, one) for one in tried)
                if example := next(filter(None, answered), None):
                    self._answered.append(example)
        finally:
            self._done.set()


@lru_cache(maxsize=2)
def example_questions(service: AnswerService) -> ExampleQuestions:
    """The examples of a corpus, begun when first asked for."""
    return ExampleQuestions(service)


def _answered(service: AnswerService, question: str) -> ExampleQuestion | None:
    """The question with its answer; None where that is not sure."""
    answer = service.ask(AskRequest(question)).answer
    least = _HALF if answer.passages else load_fit().threshold
    if answer.value is None or answer.confidence < least:
        return None
    if answer.passages:
        sentences = ((one, text) for one in answer.passages for text in one.text.split(". "))
        good = (one for one in sentences if question[:3] != "Why" or _REASON.search(one[1]))
        passage, text = next(good, (answer.passages[0], ""))
        page, text = _page(passage), shorten(text, _WORDS, placeholder=" …")
        return (question, text, page) if text else None
    evidence = evidence_of(answer, service.corpus)
    texts = [f"{name}: {text}" for name, text in compared_texts(answer)[:1]]
    texts = texts or [text for _, text in value_texts(answer) if text != "none"]
    values = dict.fromkeys(text.partition(" (")[0] for text in (*texts[:1], *texts[-1:]))
    text = " to ".join(values)
    return (question, text, _page(evidence[0]) if evidence else "")


def _page(place: Passage | AnswerEvidence) -> str:
    return f"{place.document_id} page {place.page}"


_EXAMPLES = (
    "What was the revenue of {name} in {year}?",
    "Which of {name} and {other} had the higher net income in {year}?",
    "Why did the revenue of {name} change in {year}?",
    "Show the net income of {name} by year",
    "What was the operating margin of {name} in {year}?",
    "What does {name} say about competition?",
)


def _proposed(known: Iterable[Company]) -> Iterator[list[str]]:
    """Questions of each kind, about companies with the most annual reports first.

    Each kind begins with another company, so that examples are not of one alone.
    """
    reporting = [company for company in known if company.latest_year]
    reporting.sort(key=lambda company: -len(company.fiscal_years))
    each = [{"name": one.short_name, "year": one.latest_year} for one in reporting]
    pairs = [
        {"name": a.short_name, "other": b.short_name, "year": a.latest_year}
        for at, a in enumerate(reporting)
        for b in reporting[at + 1 : at + 4]
        if a.latest_year in b.fiscal_years
    ]
    first = 0
    for words in _EXAMPLES:
        if "{other}" in words:
            yield [words.format(**pair) for pair in pairs]
            continue
        begin = first % len(each) if each else 0
        yield [words.format(**one) for one in (*each[begin:], *each[:begin])]
        first += 1
