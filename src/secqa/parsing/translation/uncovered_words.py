"""Find words of a question that no mention covers, and unknown names."""

import re
from collections.abc import Iterator, Sequence

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.grammar.answer_kind import words_of
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import asking_words
from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import TRANSPARENT, Token

_PREPOSITIONS = {"from", "exclud", "without", "outsid", "in", "of", "for", "at", "by"}
_PARTS = {"busi", "segment", "divis", "unit"}
"""Stems around a word that qualifies a figure."""
_AUXILIARIES = {"did", "do", "doe", "has", "have", "had", "will"}


def uncovered_of(mentions: Mentions, fitted: Fitted) -> tuple[str, ...]:
    """Uncovered words in sentences with companies or times, in order."""
    return tuple(mentions.tokens[at].text for at in _uncovered(mentions, fitted))


def _uncovered(mentions: Mentions, fitted: Fitted) -> Iterator[int]:
    taken = _occupied(mentions)
    asking = asking_words(mentions.tokens, taken)
    spans = _spans(mentions)
    for at, word in enumerate(mentions.tokens):
        if taken[at] or not asking[at] or word.stem in TRANSPARENT or mentions.classes[at]:
            continue
        if any(first <= at < last for first, last in spans) or word.stem in fitted.harmless:
            continue
        yield at


def narrowing_count(mentions: Mentions, fitted: Fitted) -> int:
    """The number of uncovered words next to a metric, which narrow its meaning."""
    ends = {at for link in mentions.links for at in (link.first - 1, link.last, link.last + 1)}
    return sum(at in ends for at in _uncovered(mentions, fitted))


def qualifiers_of(mentions: Mentions) -> Iterator[int]:
    """Places of words that qualify a figure and belong to no mention: "cloud" in "cloud revenue",
    "revenue from cloud" and "the cloud business"."""
    taken = _occupied(mentions)
    for first, last in _spans(mentions):
        taken[first:last] = [True] * (last - first)
    words = mentions.tokens
    starts = {link.first for link in mentions.links}
    ends = {link.last for link in mentions.links}
    for at, word in enumerate(words):
        if taken[at] or word.stem in TRANSPARENT or mentions.classes[at]:
            continue
        following = words[at + 1].stem if at + 1 < len(words) and not words[at + 1].mark else ""
        is_behind = at - 1 in ends and not word.mark and words[at - 1].stem in _PREPOSITIONS
        is_before = bool(following) and at + 1 in starts and not _is_verb(words, taken, at)
        if is_before or is_behind or following in _PARTS:
            yield at


def _is_verb(words: Sequence[Token], taken: Sequence[bool], at: int) -> bool:
    """Whether only a name stands between an auxiliary and the word: "did Alphabet distribute"."""
    before = at - 1
    if words[before].text.endswith(("'s", "s'")):
        return False
    while before >= 0 and taken[before]:
        before -= 1
    return 0 <= before < at - 1 and words[before].stem in _AUXILIARIES


def narrowing_words(mentions: Mentions, fitted: Fitted) -> tuple[str, ...]:
    """The qualifiers of figures that people do not use without meaning."""
    places = qualifiers_of(mentions)
    unknown = (at for at in places if mentions.tokens[at].stem not in fitted.qualifiers)
    return tuple(mentions.tokens[at].text for at in unknown)


def describing_metrics(mentions: Mentions, fitted: Fitted, catalogue: Catalogue) -> frozenset[str]:
    """Metrics whose name only describes an unknown noun behind it, as in "sales pipeline"."""
    uncovered = set(_uncovered(mentions, fitted))

    def describes(link: MetricMention) -> bool:
        words = mentions.tokens[link.last - 1 : link.last + 1]
        names = words_of(catalogue[link.metrics[0]])
        return link.last in uncovered and words[0].stem in names and not words[1].mark

    links = [link for link in mentions.links if not link.line]
    itself = {link.metrics[0] for link in links if not describes(link)}
    return frozenset(link.metrics[0] for link in links) - itself


def strangers_of(mentions: Mentions, fitted: Fitted) -> tuple[str, ...]:
    """Unknown capitalised names within sentences."""
    taken = _occupied(mentions)
    names: list[str] = []
    before = -2
    for at, word in enumerate(mentions.tokens):
        written = re.sub("['’]s?$", "", mentions.question[word.start : word.end])
        capital = written[:1].isupper() and not mentions.question.isupper()
        known = taken[at] or mentions.classes[at] or fitted.linker.is_usual(word.stem)
        known = known or any(one.first <= at < one.last for one in mentions.labels)
        known = known or word.stem in fitted.harmless or len(written) < 2
        if not capital or known or (at == 0 or word.sentence):
            continue
        if before == at - 1 and names:
            names[-1] = f"{names[-1]} {written}"
        else:
            names.append(written)
        before = at
    return tuple(names)


def _spans(mentions: Mentions) -> list[tuple[int, int]]:
    """Of metrics and printed labels."""
    links = [(link.first, link.last) for link in mentions.links]
    return [*links, *((label.first, label.last) for label in mentions.labels)]


def _occupied(mentions: Mentions) -> list[bool]:
    taken = list(mentions.time_tokens)
    for _, first, last in mentions.companies:
        taken[first:last] = [True] * (last - first)
    for amount in mentions.amounts:
        taken[amount.first : amount.last] = [True] * (amount.last - amount.first)
    return taken
