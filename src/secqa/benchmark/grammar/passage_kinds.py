"""Kinds of questions about a passage: the text below a heading of a report."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from secqa.benchmark.draft import Draft
from secqa.benchmark.grammar.draw import Draw
from secqa.filings.document import Document, Element, ElementType
from secqa.metrics.metric import Metric
from secqa.parsing.lexicon import stem
from secqa.reading.reading import Passage
from secqa.word_lists import any_of

_PASSAGE_WORDS = (40, 260)
"""Fewest and most words of a passage: less says nothing, more is no answer."""
_HEADING = re.compile(r"[A-Z][A-Za-z,'’&\- ]{8,70}")
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM)
_SECTIONS = ("I/1", "I/1A", "I/1C", "I/2", "I/3", "II/7", "II/7A", "II/8", "II/9A")
"""Items of Form 10-K whose headings name the content below them."""
_NO_TOPIC = re.compile(
    r"(?i)\b(?:about|overview|general|introduction|table of contents|forward[- ]looking"
    r"|exhibits?|signatures?|notes? to|continued|item \d|part i|other|summary|background"
    # Regulation S-K wants discussions of many parts of these: 101(c)(2), 303(b)(1).
    r"|results of operations|(?:critical|significant) accounting|index"
    r"|human capital|liquidity|reports?"
    r"|we|our|us|may|could|is|are|if"
    # The auditor's words are not the company's.
    r"|opinions?|audit|auditors?|limitations of internal control)\b"
)
_AUDIT = any_of("we audited, our audit(s), audit procedures, the company’s auditor")
"""Phrases that only auditors use, as in their report on a critical matter."""
_ELSEWHERE = any_of(
    "refer to, see Item(s), see Note(s), see Part, in Note(s), in Item(s), the following",
    any_case=True,
)
"""Phrases that refer to text outside the passage."""
_NUMBERED = frozenset(map(stem, ("note", "item")))
"""Words of the numbers of headings."""
_BEFORE = re.compile(r"\b(to|the|our|of|a|in|and) ([a-z]+)")
"""Words before a verb, or before a noun."""
_SHORT = 3
"""Letters of words without a topic."""


def about(draw: Draw, _metric: Metric) -> Draft:
    """The text of an annual report below one of its headings."""
    company = draw.rng.choice(draw.companies)
    reports = [
        document
        for document in draw.table.documents.values()
        if document.cik == company.cik and document.form == "10-K" and document.fiscal_year
    ]
    report = draw.choice(sorted(reports, key=lambda document: document.document_id))
    # A heading with the company's own name has no topic.
    name = _topic(company.name)
    passages = _passages_in(draw.document, report.document_id)
    passage = draw.choice([one for one in passages if name.isdisjoint(_topic(one.heading))])
    slots = (
        ("heading", topic_words(passage.heading, passage.text)),
        ("item", f"Item {passage.section.partition('/')[2]}"),
        ("form", report.form),
        ("last", str(report.fiscal_year)),
    )
    return Draft("about", (company,), (), None, None, passages=(passage,), slots=slots)


@lru_cache(maxsize=4096)
def _passages_in(document: Callable[[str], Document], document_id: str) -> list[Passage]:
    """The passages of a report, shared by all questions about one corpus."""
    return passages_of(document(document_id))


def passages_of(document: Document) -> list[Passage]:
    """All passages whose heading has words that no other heading of the document has."""
    passages: list[Passage] = []
    topics: list[tuple[str, frozenset[str]]] = []
    heading: Element | None = None
    texts: list[str] = []

    def close() -> None:
        text = " ".join(" ".join(texts).split())
        least, most = _PASSAGE_WORDS
        is_long = least <= len(text.split()) <= most
        is_whole = not _AUDIT.search(text) and not _ELSEWHERE.search(text)
        if heading is not None and _names_topic(heading, document) and is_long and is_whole:
            place = document.metadata.document_id, heading.page, heading.section
            passages.append(Passage(*place, " ".join(heading.text.split()), text))

    for page in document.pages:
        for element in page.elements:
            if element.type is ElementType.TITLE:
                close()
                heading, texts = element, []
                topics.append((element.section, _topic(element.text)))
            elif element.type in _PROSE:
                texts.append(element.text)
            elif element.table is not None:
                # A table is no passage, nor is the text after it.
                heading, texts = None, []
    close()
    prose = [
        (element.section, _topic(element.text))
        for page in document.pages
        for element in page.elements
        if element.type in _PROSE and element.section in _SECTIONS
    ]
    return [one for one in passages if _is_alone(one, topics) and not _is_elsewhere(one, prose)]


def _is_alone(passage: Passage, topics: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether no other heading has all words of a heading, and none of its item a part of them:
    "Contingencies" is about "Loss contingencies" as well."""
    topic = _topic(passage.heading)
    return sum(topic <= other for _, other in topics) == 1 and not any(
        section == passage.section and other - _NUMBERED and other - _NUMBERED < topic
        for section, other in topics
    )


def _is_elsewhere(passage: Passage, prose: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether text of the same item outside a passage has all words of its heading."""
    topic, own = _topic(passage.heading), _topic(passage.text)
    return any(
        section == passage.section and topic <= words and not words <= own
        for section, words in prose
    )


def _names_topic(heading: Element, document: Document) -> bool:
    text = heading.text.strip()
    return (
        heading.section in _SECTIONS
        and _HEADING.fullmatch(text) is not None
        and len(text.split()) >= 2
        and not _NO_TOPIC.search(text)
        and not _is_verb(text.split()[0].lower(), document)
    )


def _is_verb(word: str, document: Document) -> bool:
    """Whether a report has a word after "to" more often than after what stands before a noun:
    "Expand global footprint" is no topic."""
    return _balances(document)[word] > 0


@lru_cache(maxsize=4)
def _balances(document: Document) -> Counter[str]:
    """How much more often a report has a word after "to" than after the others."""
    balances: Counter[str] = Counter()
    for page in document.pages:
        for element in page.elements:
            if element.type in _PROSE:
                for before, word in _BEFORE.findall(element.text.lower()):
                    balances[word] += 1 if before == "to" else -1
    return balances


def _topic(heading: str) -> frozenset[str]:
    letters = re.findall(r"[a-z]+", heading.lower())
    return frozenset(stem(word) for word in letters if len(word) > _SHORT)


def topic_words(heading: str, text: str) -> str:
    """A heading in small letters but for names: "Human Capital" becomes "human capital". Its text
    tells which words are names: those that it has in capitals alone, within sentences; and what
    takes an article: "the share repurchase program" of which the text says that there is one."""
    heading = heading.rstrip(" .:")
    words = heading.lower().split() if heading.isupper() else heading.split()
    for place, word in enumerate(words):
        # "Topic 805, Business Combinations" is no sentence.
        before = words[place - 1] if place and words[place - 1].istitle() else "[a-z]+,?"
        inside = re.search(rf"\b{before} {re.escape(word)}\b", text)
        is_name = inside is not None and word.lower() not in text
        if not is_name and all(part[1:] == part[1:].lower() for part in word.split("-")):
            words[place] = word.lower()
    topic = " ".join(words)
    is_one = re.search(rf"\ban? (?:[\w-]+ ){{0,2}}{re.escape(topic.lower())}\b", text.lower())
    return f"the {topic}" if is_one else topic
