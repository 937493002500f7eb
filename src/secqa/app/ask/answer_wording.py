"""Words of an answer's page: its confidence, how the question was understood, and footnotes."""

import re
from dataclasses import replace

from secqa.query.leaves import Narrative
from secqa.query.period import EACH, LATEST
from secqa.query.query import Arithmetic, Choose, Lookup, Output, Query, Series
from secqa.query.tree import map_nodes
from secqa.systems.answer import Answer
from secqa.systems.confidence import load_fit
from secqa.systems.value_words import value_text

_FOOTNOTE = re.compile(r"\[(\d{1,3})\]")
_HALF = 0.5
_NEARLY_CERTAIN = 0.9
"""Above this confidence is given out of a hundred: out of ten it would be all of them."""


def value_texts(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Each value in words with its label; empty where the answer is passages."""
    values = () if answer.passages else answer.labelled_values
    return tuple((label, value_text(value, answer.unit, answer.form)) for label, value in values)


def confidence_text(answer: Answer, model: str) -> str:
    """The meaning of the confidence, which is fitted to how often such answers were right.

    For answers of a model it was never measured.
    """
    confidence = answer.confidence
    if model:
        return f"A rough guide: confidence was not measured for answers by {model}."
    advice = ""
    if answer.passages:
        what = "pages with this confidence answer the question"
        if confidence < load_fit().threshold:
            advice = "; read the passages in their pages"
    else:
        what = "answers with this confidence are right"
        if confidence < load_fit().threshold:
            advice = "; check the page first" if confidence >= _HALF else "; look it up yourself"
    return f"About {_ratio(confidence)} {what}{advice}."


def _ratio(share: float) -> str:
    if share > _NEARLY_CERTAIN:
        return f"{share:.0%}".removesuffix("%") + " of 100"
    return f"{share * 10:.0f} of 10"


def query_text(query: Query) -> str:
    """A query in words; of a narrative the company and period, for its topic is the question."""
    return "; ".join(map(_output_text, query.outputs))


def _output_text(output: Output) -> str:
    match output:
        case Narrative():
            return _narrative_text(output)
        case Series():
            return f"{_without_each(output.of)}, {output.over}"
        case Choose() if output.by is not None and output.top == 1:
            way = "highest" if output.highest else "lowest"
            rank = f"{output.rank}. " if output.rank > 1 else ""
            over = str(output.over).removeprefix("companies ")
            return f"which of {over} has the {rank}{way} {_without_each(output.by)}"
        case Arithmetic():
            return f"{output.left} {output.sign} {output.right}"
    return str(output)


def _without_each(value: object) -> str:
    """A figure of each company or year, without the word "each"."""

    def without_company(node: object) -> object:
        is_each = isinstance(node, Lookup) and node.company == EACH
        return replace(node, company="") if is_each and isinstance(node, Lookup) else node

    return str(map_nodes(value, without_company)).replace(f" in {EACH}", "")


def _narrative_text(output: Narrative) -> str:
    what = "passages that say why" if output.asks == "why" else "relevant passages"
    company = output.company or "all companies"
    when = "the latest report" if output.period == LATEST else str(output.period)
    scope = f", {output.place}" if str(output.place) else ""
    return f"{what}: {company}, {when}{scope}"


def explanation_of(answer: Answer) -> str:
    """What a model wrote; "" where the answer is the passages alone."""
    printed = "\n\n".join(passage.text for passage in answer.passages)
    has_own = answer.passages and isinstance(answer.value, str) and answer.value != printed
    return str(answer.value) if has_own else ""


def footnoted_texts(answer: Answer) -> list[tuple[str, int]]:
    """The explanation in pieces, each with the number of the passage that it cites, 0 for none; a
    number of no passage stays text."""
    pieces: list[tuple[str, int]] = []
    explanation, begin = explanation_of(answer), 0
    for footnote in _FOOTNOTE.finditer(explanation):
        if 1 <= int(footnote[1]) <= len(answer.passages):
            pieces.append((explanation[begin : footnote.start()], int(footnote[1])))
            begin = footnote.end()
    rest = explanation[begin:]
    return [*pieces, (rest, 0)] if rest else pieces
