"""Let a model explain an answer of passages in sentences that cite them.

Only sentences that the passages bear out are kept. The answer notes what was left out; where
nothing is left, the passages stand for themselves.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Model
from secqa.systems.answer import Answer
from secqa.systems.explaining.citations import SentenceVerdict, check
from secqa.systems.explaining.cited_sources import sources_of
from secqa.systems.explaining.request import ask_to_explain

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
