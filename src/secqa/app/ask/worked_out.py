"""How values of an answer follow from those that were read: as formulas of a sheet, and in words.

Both are given only where they come to the very value of the answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import islice
from math import isclose

from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.answers import QuestionAnswer
from secqa.facts.comparison.figures import capitalized
from secqa.metrics import formula as metric_formula
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Constant, Formula, MetricPart, Operation
from secqa.metrics.number_text import short
from secqa.query.answer_rules import years_between
from secqa.query.each import in_period
from secqa.query.leaves import AnswerForm, Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Count,
    Defined,
    Filter,
    Growth,
    Lookup,
    Number,
)
from secqa.query.tree import map_nodes
from secqa.systems.value_words import value_text

_SAME = 1e-9
"""Relative tolerance of sums in floating point."""
_SIGNS = str.maketrans({"-": "−", "*": "×", "/": "÷"})
_MOST = 3
"""Companies of a comparison whose values are explained."""


@dataclass(frozen=True, slots=True)
class ReadTerm:
    """A value that was read, as a formula has it: its cell, or its name and figure."""

    text: str
    value: float


WorkedStep = tuple[str, str, str]
"""A value, how it was worked out ("operating income $2.799 billion ÷ revenue $43.978 billion =
6.36%"), and what its metric counts, where that is a sum of several."""


def sheet_formula(
    node: object, value: object, cells: Mapping[str, ReadTerm], catalogue: Catalogue
) -> str:
    """The formula of a value over cells by the look-up that they hold ("revenue of A in FY2024").

    "" where the value was read as it is, or does not follow from the cells.
    """
    if not isinstance(value, float | int) or str(node) in cells:
        return ""
    years = years_between(node) if isinstance(node, Cagr) else 0
    of = Arithmetic("/", node.of, node.base) if isinstance(node, Cagr) else node
    tree = _tree(of, cells, catalogue)
    if tree is None:
        return ""
    known = {(name, 0): cell.value for name, cell in cells.items()}
    result = metric_formula.evaluate(tree, known)
    text = metric_formula.render(tree, lambda part: cells[part.metric].text)
    if years and isinstance(result, float) and result > 0:
        result, text = result ** (1 / years) - 1, f"({text})^(1/{years})-1"
    is_same = isinstance(result, float | int) and isclose(result, value, rel_tol=_SAME)
    return f"={text}" if is_same else ""


def worked_out(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], catalogue: Catalogue
) -> tuple[WorkedStep, ...]:
    """The values of an answer that were worked out, of several companies the first ones."""
    read = {one.about: one for one in evidence if isinstance(one.value, float | int)}
    terms = {about: ReadTerm(about, float(one.value or 0.0)) for about, one in read.items()}
    steps: list[WorkedStep] = []
    first = _MOST if reply.answer.compared or reply.answer.figures else None
    for name, node, value, text in islice(node_values(reply), first):
        if sheet_formula(node, value, terms, catalogue):  # what has none was read as it is
            words = f"{_in_words(node, read, terms, catalogue)} = {text}"
            meaning = _meaning(node, terms, catalogue)
            steps.append((name or _title(node, catalogue), words, meaning))
    return tuple(dict.fromkeys(steps))


def node_values(reply: QuestionAnswer) -> Iterator[tuple[str, object, float, str]]:
    """The name, node, value and text of each number of an answer, or of those that it compared."""
    answer, outputs = reply.answer, reply.grounded.outputs
    if answer.table is not None or answer.passages:
        return
    figures = [(one.name, one.value, one.unit, one.form) for one in answer.compared] or [
        (label.partition(". ")[2] if answer.figures else label, value, answer.unit, answer.form)
        for label, value in answer.labelled_values
        if isinstance(value, float | int)
    ]
    nodes: Sequence[object] = outputs
    match outputs:
        case (
            (Choose(Companies(), by=of),)
            | (Filter(Companies(), Compare(of, _, Number())),)
            | (Count(Companies(), Compare(of, _, Number())),)
        ) if of:
            nodes = [map_nodes(of, partial(_with_company, name)) for name, *_ in figures]
        case (Compare(left, _, right),):
            nodes = [one for one in (left, right) if not isinstance(one, Number)]
    for (name, value, unit, form), node in zip(figures, nodes, strict=False):
        yield name, node, value, brief_text(value, unit, form)


def _with_company(name: str, node: object) -> object:
    is_each = isinstance(node, Lookup) and node.company == EACH
    return replace(node, company=name) if is_each and isinstance(node, Lookup) else node


def brief_text(value: float | str, unit: str, form: AnswerForm) -> str:
    """A value as people read it, without its exact form."""
    return value_text(value, unit, form).partition(" (")[0]


def _in_words(
    node: object,
    read: Mapping[str, AnswerEvidence],
    terms: Mapping[str, ReadTerm],
    catalogue: Catalogue,
) -> str:
    """The arithmetic with the names and figures of what was read."""
    if isinstance(node, Cagr):
        ratio = _in_words(Arithmetic("/", node.of, node.base), read, terms, catalogue)
        return f"({ratio})^(1/{years_between(node)}) − 1"
    tree, places = _tree(node, terms, catalogue), dict[str, int]()
    assert tree is not None
    text = metric_formula.render(
        tree, lambda part: f"{{{places.setdefault(part.metric, len(places))}}}"
    )
    used = [read[name] for name in places]
    lookups = [one.lookup for one in used if one.lookup]
    # What all have in common stands beside the arithmetic, not in it.
    several = len({one.company for one in lookups}) > 1, len({one.period for one in lookups}) > 1
    return text.translate(_SIGNS).format(*(_term(one, *several, catalogue) for one in used))


def _term(one: AnswerEvidence, company: bool, period: bool, catalogue: Catalogue) -> str:
    """ "operating income of Acme in FY2024 $2.799 billion"."""
    if one.lookup is None:
        return f"{one.about} {brief_text(float(one.value or 0.0), one.unit, AnswerForm())}"
    name = catalogue[one.lookup.metric].name if one.lookup.metric else f"“{one.lookup.line}”"
    name += f" of {one.lookup.company}" if company else ""
    name += f" in {one.lookup.period}" if period else ""
    return f"{name} {short(float(one.value or 0.0), one.unit)}"


def _title(node: object, catalogue: Catalogue) -> str:
    """A metric with its company; "" for other arithmetic, which the question names."""
    if not isinstance(node, Lookup):
        return ""
    return f"{catalogue[node.metric].name} of {node.company}" if node.metric else ""


def _meaning(node: object, terms: Mapping[str, ReadTerm], catalogue: Catalogue) -> str:
    """The definition of a metric that is a sum of several."""
    tree = _tree(node, terms, catalogue)
    if not isinstance(node, Lookup) or not isinstance(tree, Operation) or tree.sign not in "+-":
        return ""
    metric = catalogue[node.metric]
    return f"{capitalized(metric.name)} here means {metric.general_definition}."


def _tree(node: object, known: Mapping[str, ReadTerm], catalogue: Catalogue) -> Formula | None:
    """A node as a formula over the look-ups that are known; None where they do not suffice."""
    match node:
        case Lookup():
            return _metric_tree(node, known, catalogue)
        case Number(value):
            return Constant(value)
        case Defined(_, of):
            return _tree(of, known, catalogue)
        case Arithmetic(sign, left, right):
            sides = _tree(left, known, catalogue), _tree(right, known, catalogue)
            return _operation(sign, *sides)
        case Growth(of, base):
            now, before = _tree(of, known, catalogue), _tree(base, known, catalogue)
            return _operation("/", _operation("-", now, before), before)
        case Aggregate("sum" | "average" as how, of, over):
            items = [_tree(one, known, catalogue) for one in _items(of, over)]
            total = reduce(partial(_operation, "+"), items) if items else None
            return total if how == "sum" else _operation("/", total, Constant(len(items)))
    return None


def _items(of: object, over: object) -> list[object]:
    """A value for each item of a range; none of all companies, of which some may have no value."""
    match over:
        case Years(periods):
            return [in_period(of, period) for period in periods]
        case Companies(names, every=False):
            return [map_nodes(of, partial(_with_company, name)) for name in names]
    return []


def _operation(sign: str, left: Formula | None, right: Formula | None) -> Formula | None:
    return Operation(sign, left, right) if left and right else None


def _metric_tree(
    lookup: Lookup, known: Mapping[str, ReadTerm], catalogue: Catalogue
) -> Formula | None:
    """A look-up that is known, or its metric worked out from others."""
    if str(lookup) in known:
        return MetricPart(str(lookup))
    metric, period = catalogue.metrics.get(lookup.metric), lookup.period
    text = metric and (metric.formula or metric.fallback)
    if not text or not isinstance(period, Period):
        return None

    def of(part: MetricPart) -> Formula | None:
        earlier = replace(period, year=(period.year or 0) - part.back)
        return _metric_tree(replace(lookup, metric=part.metric, period=earlier), known, catalogue)

    return metric_formula.expanded(metric_formula.parse(text), of)
