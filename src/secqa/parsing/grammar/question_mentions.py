"""Find the companies, times, metrics, printed lines and numbers that a question mentions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.parsing.entities.company_index import Company, CompanyIndex, Mention
from secqa.parsing.entities.company_mentions import link_companies, mask_companies
from secqa.parsing.entities.label_mentions import LIGHT, LabelFinder, LabelMention, LinesOf
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import phrase_code
from secqa.parsing.grammar.metric_links import MetricLinker, MetricMention, MetricNames
from secqa.parsing.lexicon import TRANSPARENT, Token, class_runs, tokens
from secqa.parsing.periods.times import Times, find_times, with_digits_for_years

_AMOUNT = re.compile(
    r"(?<![\w.])(?P<minus>(?:negative|minus) )?(?P<money>us\$|\$|usd ?)? ?"
    r"(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+) ?"
    r"(?P<scale>trillion|billion|million|thousand|bn|tn|mn|mm|mln|bln|bil|mil|m|b|k|%|percent"
    r"|per cent|pct|bps?|basis points?|cents)?(?![\w-])",
    re.IGNORECASE,
)
_SCALES = {
    "trillion": 1e12, "tn": 1e12, "billion": 1e9, "bn": 1e9, "bln": 1e9, "bil": 1e9, "b": 1e9,
    "million": 1e6, "mn": 1e6, "mm": 1e6, "mln": 1e6, "mil": 1e6, "m": 1e6,
    "thousand": 1e3, "k": 1e3, "%": 0.01, "percent": 0.01, "per cent": 0.01, "pct": 0.01,
    "cents": 0.01,
    "bp": 1e-4, "bps": 1e-4, "basis point": 1e-4, "basis points": 1e-4,
}  # fmt: skip
_NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "fifty": 50, "half a": 0.5,
    "one and a half": 1.5, "two and a half": 2.5, "a": 1, "a hundred": 100,
}  # fmt: skip
_FRACTIONS = {"a tenth": 0.1, "a fifth": 0.2}
_IN_WORDS = re.compile(
    rf"\b(?:(?P<count>{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})[ -]"
    r"(?P<scale>trillion|billion|million|thousand|percent|per cent)"
    r"|(?P<times>(?:one|two) and a half|five|six|seven|eight|nine|ten|twelve|fifteen|twenty) times"
    rf"|(?P<share>{'|'.join(_FRACTIONS)}))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NumberMention:
    """A number of the question; percentages are fractions."""

    value: float
    unit: str
    """`%`, `$` or ""."""
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Mentions:
    """The mentions of a question."""

    question: str
    tokens: tuple[Token, ...]
    companies: tuple[tuple[Company, int, int], ...]
    """(company, first token, end), in order; a company may occur twice."""
    times: Times
    time_tokens: tuple[bool, ...]
    """Whether each token is part of a phrase about time."""
    links: tuple[MetricMention, ...]
    amounts: tuple[NumberMention, ...]
    labels: tuple[LabelMention, ...]
    """Printed labels: lines, which are also links, and segments."""
    classes: tuple[tuple[str, ...], ...]
    """Classes of each token, from the longest lexicon entry that contains it."""

    @property
    def distinct_companies(self) -> tuple[Company, ...]:
        """The companies, each once, in order of first mention."""
        return tuple(dict.fromkeys(company for company, _, _ in self.companies))

    def masked(self, companies: str = "", metrics: str = "", times: str = "") -> str:
        """Replace each character of mentions by these signs; "" keeps them."""
        spans = [(start, end, times) for start, end in self.times.spans]
        named = [(first, last, companies) for _, first, last in self.companies if last > first]
        named += [(link.first, link.last, metrics) for link in self.links]
        for first, last, sign in named:
            spans.append((self.tokens[first].start, self.tokens[last - 1].end, sign))
        text = list(self.question)
        for start, end, sign in spans:
            if sign:
                text[start:end] = sign * (end - start)
        return "".join(text)


def find_mentions(
    question: str,
    known: CompanyIndex,
    fitted: Fitted,
    lines_of: LinesOf = lambda _company: None,
    names: MetricNames = MetricNames(),
) -> Mentions:
    """Find the mentions of a question.

    `lines_of` returns the row labels of a company, `names` are the names of metrics.
    """
    question = with_digits_for_years(question)
    text = question.replace("’", "'")
    mentions = link_companies(text, known, fitted.linker.is_usual)
    masked = mask_companies(text, mentions)
    times = find_times(masked)
    words = tuple(tokens(text))
    companies = tuple((m.company, *_covered(words, m.start, m.end)) for m in mentions)
    timed = [any(s < w.end and w.start < e for s, e in times.spans) for w in words]
    taken, amounts = occupied_words(text, words, mentions, times)
    several = times.years is not None or len(times.periods) > 1
    linker = MetricLinker(words, taken, fitted, names.of_levels() if several else names)
    links = linker.mentions()
    amounts = tuple(one for one in amounts if not _is_of_a_name(one, words, links))
    own = [
        lines
        for company in dict.fromkeys(c for c, _, _ in companies)
        if (lines := lines_of(company))
    ]
    spans = [(one.first, one.last) for one in links]
    labels: tuple[LabelMention, ...] = ()
    if own:

        def is_wording(phrase: Sequence[Token]) -> bool:
            stems = [word.stem for word in phrase if word.stem not in TRANSPARENT]
            key = tuple(stem for stem in stems if stem not in LIGHT)
            return key in names.printed or phrase_code(stems) in fitted.spans.phrases

        usual = fitted.linker.is_usual
        labels = LabelFinder(text, words, taken, spans, usual, is_wording).labels(own)
    return Mentions(
        question,
        words,
        companies,
        times,
        tuple(timed),
        _with_labels(links, labels),
        amounts,
        labels,
        _classes(words),
    )


def _is_of_a_name(
    amount: NumberMention, words: Sequence[Token], links: Sequence[MetricMention]
) -> bool:
    """Whether a number is part of a name: "tier 1 capital ratio"."""
    within = any(k.first < amount.first and amount.last < k.last for k in links)
    own = [word.text for word in words[amount.first : amount.last]]
    return within and len(own) == 1 and len(own[0]) == 1


def _with_labels(
    links: tuple[MetricMention, ...], labels: tuple[LabelMention, ...]
) -> tuple[MetricMention, ...]:
    """Add lines to the links, and segments to their nearest links."""
    kept = [
        k for k in links if not any(k.first < one.last and one.first < k.last for one in labels)
    ]
    lines = [
        MetricMention(one.first, one.last, ("",), (0.0,), line=one.label)
        for one in labels
        if not one.part
    ]
    parted: dict[MetricMention, list[str]] = {}
    for one in labels:
        if one.part and kept:
            nearest = min(kept, key=lambda k: abs((k.first + k.last) - (one.first + one.last)))
            parted.setdefault(nearest, []).append(one.label)
    found: list[MetricMention] = [*lines]
    for k in kept:
        found += [replace(k, part=name) for name in parted.get(k, [])] or [k]
    return tuple(sorted(found, key=lambda k: k.first))


def occupied_words(
    text: str, words: Sequence[Token], mentions: Sequence[Mention], times: Times
) -> tuple[list[bool], tuple[NumberMention, ...]]:
    """The words of companies, times and amounts, and the amounts."""
    taken = [any(s < w.end and w.start < e for s, e in times.spans) for w in words]
    for mention in mentions:
        first, last = _covered(words, mention.start, mention.end)
        taken[first:last] = [True] * (last - first)
    amounts = _amounts(text, words, taken)
    for amount in amounts:
        taken[amount.first : amount.last] = [True] * (amount.last - amount.first)
    return taken, amounts


def _covered(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    inside = [at for at, word in enumerate(words) if word.start < end and start < word.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _classes(words: Sequence[Token]) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = [()] * len(words)
    for first, last, names in class_runs([word.stem for word in words]):
        found[first:last] = [names] * (last - first)
    return tuple(found)


def _amounts(text: str, words: Sequence[Token], taken: Sequence[bool]) -> tuple[NumberMention, ...]:
    found = []
    for match in _AMOUNT.finditer(text):
        scale = (match["scale"] or "").lower()
        first, last = _covered(words, match.start(), match.end())
        if first == last or any(taken[first:last]):
            continue
        value = float(match["digits"].replace(",", "")) * _SCALES.get(scale, 1.0)
        unit = (
            "%" if scale in ("%", "percent", "per cent", "pct") else "$" if match["money"] else ""
        )
        value = -value if match["minus"] else value
        found.append(NumberMention(value, unit, first, last))
    for match in _IN_WORDS.finditer(text):
        first, last = _covered(words, match.start(), match.end())
        scale = (match["scale"] or "").lower()
        if match["share"]:
            value = _FRACTIONS[match["share"].lower()]
        else:
            count = _NUMBER_WORDS[(match["count"] or match["times"]).lower()]
            value = count * _SCALES.get(scale, 1.0)
        found.append(NumberMention(value, "%" if "cent" in scale else "", first, last))
    return tuple(sorted(found, key=lambda amount: amount.first))
