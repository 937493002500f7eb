"""How much of a passage some contexts hold: ROUGE-L and BLEU, the best of all contexts.

In: a known passage and the contexts found. Out: the highest ROUGE-L F-measure (`rouge-score`)
and BLEU (`sacrebleu`), from 0 to 1, as in the chunking paper's table 4. ROUGE-L of two pages
takes a tenth of a second; contexts that cannot beat the best one yet are not computed: the
longest common subsequence is never longer than what two texts have in common at all.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secqa.errors import SecqaError


@dataclass(frozen=True, slots=True)
class Overlap:
    """Of a passage with the best contexts; each measure has its own best."""

    rouge_l: float
    bleu: float


class Scorer:
    """ROUGE-L and BLEU, loaded once."""

    def __init__(self) -> None:
        try:
            import sacrebleu
            from rouge_score import rouge_scorer, tokenize
        except ImportError:
            raise SecqaError(
                "rouge-score and sacrebleu are not installed; pip install 'secqa[study]'"
            ) from None
        self._rouge: Any = rouge_scorer.RougeScorer(["rougeL"])
        self._tokenize: Any = tokenize.tokenize
        self._bleu = sacrebleu.sentence_bleu

    def _words(self, text: str) -> list[str]:
        return list(self._tokenize(text, None))

    def best(self, passage: str, contexts: Sequence[str]) -> Overlap:
        """The best that any context reaches."""
        contexts = [_as_printed(context) for context in contexts]
        known = Counter(self._words(passage))
        bounds = [(_bound(known, Counter(self._words(one))), one) for one in contexts]
        best = 0.0
        for bound, context in sorted(bounds, key=lambda pair: -pair[0]):
            if bound <= best:
                break
            best = max(best, self._rouge.score(passage, context)["rougeL"].fmeasure)
        bleu = max((self._bleu(one, [passage]).score / 100 for one in contexts), default=0.0)
        return Overlap(best, bleu)


def _as_printed(context: str) -> str:
    """Without the bars that our readers set between the cells of a row."""
    return " ".join(context.replace(" | ", " ").split())


def _bound(passage: Counter[str], context: Counter[str]) -> float:
    """The F-measure that no order of the words can exceed."""
    common = (passage & context).total()
    return 2 * common / max(passage.total() + context.total(), 1)
