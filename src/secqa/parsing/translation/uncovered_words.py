"""Find words of a question that no mention covers, and unknown names."""

import re
from collections.abc import Iterator

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.grammar.answer_kind import words_of
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import asking_words
from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import TRANSPARENT


def uncovered_of(mentions: Mentions, fitted: Fitted) -> tuple[str, ...]:
    """Uncovered words in sentences with companies or times, in order."""
    return tuple(mentions.tokens[at].text for at in _uncovered(mentions, fitted))


def _uncovered(mentions: Mentions, fitted: Fitted) -> Iterator[int]:
    taken = _occupied(mentions)
    asking = asking_words(mentions.tokens, taken)
    spans = [(link.first, link.last) for link in mentions.links]
    spans += [(label.first, label.last) for label in mentions.labels]
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


def _occupied(mentions: Mentions) -> list[bool]:
    taken = list(mentions.time_tokens)
    for _, first, last in mentions.companies:
        taken[first:last] = [True] * (last - first)
    for amount in mentions.amounts:
        taken[amount.first : amount.last] = [True] * (amount.last - amount.first)
    return taken
