"""Words that share their last ones: "basic and diluted earnings per share" names two metrics.

In: where metrics were found, of which the last of such a list takes the shared words for itself.
Out: the other words of the list with their metrics, where what each says together with the shared
words is, word for word, how people say a metric.
"""

from collections.abc import Iterator, Sequence

from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import phrase_code
from secqa.parsing.lexicon import TRANSPARENT, Token

_JOINING = frozenset({"and", "or", "&"})


def coordinated(
    spans: Sequence[tuple[int, int]], words: Sequence[Token], taken: Sequence[bool], fitted: Fitted
) -> dict[int, str]:
    """Place of a word -> the metric it means with the last words of one of the `spans`, which are
    `[first, last)` in words; none that are `taken`."""
    held = {at for first, last in spans for at in range(first, last)}
    found: dict[int, str] = {}
    for first, last in spans:
        for at in _before(first, words):
            if taken[at] or at in held or at - 1 in held:
                break
            metric = _shared(words[at], words[first + 1 : last], fitted)
            if metric is None:
                break
            found[at] = metric
    return found


def _before(first: int, words: Sequence[Token]) -> Iterator[int]:
    """Places of the words listed before one: "gross", "operating" of "gross, operating and net"."""
    at = first - 2
    if at < 0 or words[first - 1].stem not in _JOINING:
        return
    yield at
    while at > 0 and "," in words[at].mark:
        at -= 1
        yield at


def _shared(word: Token, last: Sequence[Token], fitted: Fitted) -> str | None:
    """The metric that a word and the last ones of another wording mean; None for none."""
    own = [word.stem, *(one.stem for one in last if one.stem not in TRANSPARENT)]
    if len(own) < 2 or phrase_code(own) not in fitted.spans.phrases:
        return None
    runs = fitted.linker.runs(own)
    (whole,) = [
        place
        for place, (start, end) in enumerate(zip(runs.starts, runs.ends, strict=True))
        if (start, end) == (0, len(own))
    ]
    return fitted.linker.metrics[int(runs.scores[whole].argmax())]
