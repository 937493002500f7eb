"""List the figures that a query ranks or compares, with their unit and form."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.query.answer_rules import AnswerValue
from secqa.query.dimensions import form_of, unit_of
from secqa.query.evaluate import Evaluator, evaluate
from secqa.query.leaves import AS_IT_IS, AnswerForm, Companies, Parts
from secqa.query.query import Choose, Compare, Count, Filter, Lookup, Number, Options, Query
from secqa.query.tree import nodes


@dataclass(frozen=True, slots=True)
class DecisiveFigure:
    """A figure that decides the answer by a comparison."""

    name: str
    """Name of the company, year, part or value."""
    value: float
    unit: str
    form: AnswerForm = AS_IT_IS


def compared_figures(
    query: Query,
    watched: Mapping[object, Sequence[float]],
    evaluator: Evaluator,
    catalogue: Catalogue,
) -> Iterator[DecisiveFigure]:
    """The figures that decide a query whose answer is names, a number of them, or yes or no."""
    pairs: Sequence[tuple[object, float]] = ()
    node: object = None
    match query.outputs:
        case (Choose(Options(values), None, top=1) as choice,):
            node, pairs = values[0], evaluator.ranking(choice)
        case (Choose(by=by, top=1) as choice,):
            node, pairs = by, evaluator.ranking(choice)
        case (Compare(left, _, right) as test,) if test in watched:
            node = left
            sides = zip((left, right), watched[test], strict=True)
            pairs = [pair for pair in sides if not isinstance(pair[0], Number)]
        case (
            Filter(over, Compare(left, sign, Number()))
            | Count(over, Compare(left, sign, Number())),
        ):
            # Those that pass come first.
            ranking = Choose(over, left, highest=not sign.startswith("<"))
            node = left
            with suppress(CannotAnswer):  # A payment that is absent passes or fails as zero.
                pairs = evaluator.ranking(ranking)
    unit, form = _unit_of(node, catalogue), _form_of(node, catalogue)
    for name, value in pairs:
        # A year's name is a float: 2023.0.
        yield DecisiveFigure(
            f"{name:.0f}" if isinstance(name, float) else str(name), value, unit, form
        )


def idle_companies(
    query: Query,
    figures: Mapping[Lookup, float | None],
    answers: Sequence[AnswerValue],
    metric_names: Mapping[str, str],
) -> frozenset[str]:
    """The companies of a query over all companies that do not change its answers.

    `figures` has every figure that the answers use, `metric_names` the names of metrics by id.
    """
    over = [node for node in nodes(query) if isinstance(node, Companies) and node.every]
    return frozenset(
        name
        for name in dict.fromkeys(name for companies in over for name in companies.names)
        if _answers_without(name, query, figures, metric_names) == tuple(answers)
    )


def _answers_without(
    company: str,
    query: Query,
    figures: Mapping[Lookup, float | None],
    metric_names: Mapping[str, str],
) -> tuple[AnswerValue, ...]:
    def look_up(lookup: Lookup) -> float | None:
        if lookup.company == company or lookup not in figures:
            raise CannotAnswer(f"no figure of {lookup.company}")
        return figures[lookup]

    try:
        return evaluate(query, look_up, metric_names)
    except CannotAnswer:
        return ()


def ranking_of(query: Query) -> Choose | None:
    """The choice of a query that asks only for a ranking of names; None for others."""
    match query.outputs:
        case (Choose(over=Companies() | Parts()) as choice,) if choice.top != 1:
            return choice
    return None


def ranked_figures(query: Query, ranked: Mapping[object, Sequence[float]]) -> tuple[float, ...]:
    """The figures of a ranking, in order; () for other queries."""
    if (choice := ranking_of(query)) is None:
        return ()
    end = None if choice.top == 0 else choice.rank - 1 + choice.top
    return tuple(ranked.get(choice, ())[choice.rank - 1 : end])


def places_in_ranking(query: Query, figures: Sequence[float]) -> tuple[str, ...]:
    """The ranks of the figures of a ranking, as text."""
    choice = ranking_of(query)
    return tuple(str(choice.rank + at) for at in range(len(figures))) if choice else ()


def unit_of_answer(query: Query, catalogue: Catalogue) -> str:
    """The unit of the first figure in the answers or in a ranking; "" if there is none."""
    choice = ranking_of(query)
    outputs: Sequence[object] = (choice.by,) if choice else query.outputs
    return next(filter(None, (_unit_of(one, catalogue) for one in outputs)), "")


def _unit_of(node: object, catalogue: Catalogue) -> str:
    return unit_of(node, lambda metric: catalogue[metric].unit)


def form_of_answer(query: Query, catalogue: Catalogue) -> AnswerForm:
    """The form of the answer: requested by the question, else given by the kind of figure."""
    if query.form.unit or not query.outputs:
        return query.form
    return replace(query.form, unit=_form_of(query.outputs[0], catalogue).unit)


def _form_of(node: object, catalogue: Catalogue) -> AnswerForm:
    return AnswerForm(
        form_of(node, lambda name: catalogue[name].unit, lambda name: catalogue[name].shown)
    )
