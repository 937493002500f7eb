"""What speaks against a question: words in, why it is not one for figures of reports, or "" out.

Reasons, opinions and the future stand in no statement; two metrics without a word that joins
them are seldom both meant. To say so is better than to answer another question.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.understanding.links import MetricLink
from secqa.understanding.wanted import Kind, Wanted

_REASONS = re.compile(
    r"^\W*(?:(?:can|could|would|please|you|me) )*(?:why|explain|describe|discuss|summari[sz]e"
    r"|should|recommend|predict|forecast|estimate what)\b|\bwhy\b|\bhow come\b"
    r"|\b(?:since when|for how long|how long (?:has|have|had))\b"
    r"|\bdo you (?:think|expect)\b"
    r"|\b(?:per|each|every|a) (?:day|week|month)\b|\b(?:dai|week|month)ly\b"
    r"|\bhow many [^?]*\b(?:sell|sold|ship(?:ped)?|deliver(?:ed)?)\b"
    r"|\bin your opinion\b|\bwhat (?:caused|explains|led to|drove|are the reasons)\b"
    r"|\bgood (?:buy|investment|stock)\b|\b(?:over|under)valued\b"
    r"|\bwill\b.*\b(?:be|grow|rise|fall)\b",
    re.IGNORECASE,
)
# "Will you be able to tell me …" and "that is why I need …" ask for neither future nor reason.
_MANNERS = re.compile(
    r"^\W*(?:will|would|can|could) you (?:please )?(?:be able to )?(?=(?:tell|give|show|find)\b)"
    r"|\b(?:that|this|which)(?: is|['’]s) why (?=(?:i|we)\b)",
    re.IGNORECASE,
)


def is_within(pair: Sequence[MetricLink], catalogue: Catalogue) -> bool:
    """Whether one of two metrics is what is left of the other: "cash flow after investing"."""
    ids = [link.metric.id for link in pair if link.metric and link.metric.unit == "USD"]
    parts = [all_parts(catalogue[name], catalogue) for name in ids if name in catalogue.metrics]
    return len(ids) == len(parts) == 2 and (ids[0] in parts[1] or ids[1] in parts[0])


def reason(question: str) -> str:
    """Words that ask for reasons, opinions, the future, or what no report tells; else ""."""
    found = _REASONS.search(_MANNERS.sub("", question))
    return found.group().strip() if found else ""


_JOINED = re.compile(
    r"\b(?:and|plus|as well as|along with|with|or|then|than|versus|vs|nor|but|to|by)\b|[,&;?/:+]"
)


def unjoined(links: Sequence[MetricLink], wanted: Wanted, text: str) -> str:
    """Two metrics that no word joins: one of them is something else, who knows which."""
    if wanted.kind not in {Kind.VALUE, Kind.SUM, Kind.AVERAGE, Kind.GROWTH, Kind.CAGR}:
        return ""
    for one, other in pairwise(links):
        between = text[one.end : other.start]
        different = one.metric != other.metric or one.metric is None
        if different and len(between.strip()) and not _JOINED.search(between):
            return f"{one.label} … {other.label}"
    return ""
