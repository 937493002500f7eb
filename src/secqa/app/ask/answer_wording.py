"""Words of an answer's page: its confidence, how the question was understood, and footnotes."""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.corpus.corpus_store import Corpus
from secqa.metrics.number_text import RATIO, counted
from secqa.query.leaves import AnswerForm, Companies, Narrative
from secqa.query.period import EACH, LATEST, Period
from secqa.query.query import Arithmetic, Choose, Lookup, Output, Query, Series
from secqa.query.tree import map_nodes, nodes
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.answer import Answer
from secqa.systems.confidence import load_fit
from secqa.systems.value_words import value_text

_FOOTNOTE = re.compile(r"\[(\d{1,3})\]")
_FEW, _DECIMALS = 2, 2
_APART = 45
"""Days between the ends of a year from which on readers should know of it."""
_HALF = 0.5
_NEARLY_CERTAIN = 0.9
"""Above this confidence is given out of a hundred: out of ten it would be all of them."""


def value_texts(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Each value in words with its label; empty where the answer is passages."""
    values = () if answer.passages else answer.labelled_values
    form = _common_form([one for _, one in values], answer.unit, answer.form)
    return tuple((label, value_text(value, answer.unit, form)) for label, value in values)


def compared_texts(answer: Answer) -> list[tuple[str, str]]:
    """What a choice or a yes or no compared: each name with its value."""
    values = [one.value for one in answer.compared]
    return [
        (one.name, value_text(one.value, one.unit, _common_form(values, one.unit, one.form)))
        for one in answer.compared
    ]


def _common_form(values: Sequence[float | str], unit: str, form: AnswerForm) -> AnswerForm:
    """The form of values that stand together: shares are all in percent, however large one is."""
    numbers = [abs(one) for one in values if isinstance(one, float | int)]
    if unit != "pure" or form.unit or len(numbers) < _FEW or min(numbers) >= RATIO:
        return form
    decimals = _DECIMALS if form.decimals is None else form.decimals
    return replace(form, unit="percent", decimals=decimals)


def year_ends_note(evidence: Sequence[AnswerEvidence], corpus: Corpus) -> tuple[str, ...]:
    """A note where one fiscal year of several companies ends on days that are far apart."""
    looked_up = [one.lookup for one in evidence if one.lookup is not None]
    periods = {one.period for one in looked_up}
    names = {one.company for one in looked_up}
    year = next((one.year for one in periods if isinstance(one, Period)), None)
    if len(periods) != 1 or len(names) < _FEW or not year:
        return ()
    known = corpus_companies(corpus)
    ends = sorted(
        (day, known.display_name(one))
        for one in known
        if known.display_name(one) in names or one.name in names
        for in_year, quarter, day in one.period_ends
        if (in_year, quarter) == (year, 0)
    )
    if not ends or (ends[-1][0] - ends[0][0]).days <= _APART:
        return ()
    days = " and ".join(f"{name} {day:%-d %b %Y}" for day, name in (ends[0], ends[-1]))
    return (f"Fiscal years end on different days: FY{year} of {days}.",)


def unreported_note(query: Query, corpus: Corpus) -> tuple[str, ...]:
    """A note on the companies of the corpus that have no report of the time asked for."""
    every = {
        name
        for one in nodes(query)
        if isinstance(one, Companies) and one.every
        for name in one.names
    }
    known = corpus_companies(corpus)
    rest = [known.display_name(one) for one in known if known.display_name(one) not in every]
    if not every or not rest:
        return ()
    return (
        f"Of the {len(every) + len(rest)} companies here {counted(len(rest), 'has', 'have')} no "
        f"report of that time: {', '.join(rest)}.",
    )


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
    text = "; ".join(map(_output_text, query.outputs))
    return text.replace(f" in {LATEST}", " in the latest year")


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
