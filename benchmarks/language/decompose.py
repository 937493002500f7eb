"""The frame of a `Query`: how sentences with known queries teach the parser."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from secqa.metrics import formula
from secqa.metrics.formula import Formula, render
from secqa.parsing.grammar.frames import LETTERS, PART_OF_WHOLE, QuestionFrame, Unfit
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Companies,
    Compare,
    Count,
    Defined,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Query,
    Series,
    Years,
    lookups,
    nodes,
)


def decompose(query: Query) -> tuple[QuestionFrame, tuple[str, ...]]:
    """The frame of a query, and its metrics (or lines) in the order of their parts.

    Raises Unfit for queries that no frame makes.
    """
    first = query.outputs[0]
    if isinstance(first, Absolute):
        frame, terms = decompose(Query((first.of,)))
        return replace(frame, absolute=True), terms
    if isinstance(first, Defined):
        return decompose(Query((first.of,)))
    choices = [
        slot
        for lookup in lookups(query.outputs)
        for slot in (lookup.company, lookup.period)
        if isinstance(slot, Choose)
    ]
    if isinstance(first, Choose) and first.top != 1:
        frame, terms = _choice_frame(first, f"rank.{_over_name(first)}")
        return replace(frame, top=first.top, output="item"), terms
    if isinstance(first, Choose) or choices:
        chosen = first if isinstance(first, Choose) else min(choices, key=lambda one: one.rank)
        return _decomposed_choice(query, chosen)
    match first:
        case Series():
            shape, terms = _shape(first.of)
            if shape == "a":
                terms = tuple(dict.fromkeys(map(_name, lookups(query.outputs))))
            return QuestionFrame("series", shape), terms
        case Aggregate() if isinstance(first.over, Options):
            names = tuple(map(_name, lookups(first.over)))
            return QuestionFrame(
                "choice.option", output="value", high=first.how == "maximum"
            ), names
        case Aggregate():
            over = "company" if isinstance(first.over, Companies) else "year"
            shape, terms = _shape(first.of)
            if shape == "a":
                terms = tuple(dict.fromkeys(map(_name, lookups(query.outputs))))
            return QuestionFrame(f"fold.{over}.{first.how}", shape), terms
        case Filter() | Count() | Holds():
            kind = type(first).__name__.lower()
            over = "company" if isinstance(first.over, Companies) else "year"
            frame, terms = _decomposed_condition(first.where)
            how = first.how if isinstance(first, Holds) else "all"
            return replace(frame, kind=f"{kind}.{over}", quantifier=how), terms
        case Compare() | Logic():
            return _decomposed_yes(first)
    return _decomposed_value(query)


def _shape(value: object) -> tuple[str, tuple[str, ...]]:
    """The shape of a term, and the metrics that its letters stand for."""
    match value:
        case Defined(_, of):
            return _shape(of)
        case Arithmetic("/", Lookup() as a, Lookup() as b) if a.part and replace(a, part="") == b:
            return PART_OF_WHOLE, (_name(a),)
    own = list(_own_lookups(value))
    if len({(one.company, one.period) for one in own}) != 1:
        raise Unfit(f"{value} is of several companies or periods")
    names = tuple(dict.fromkeys(map(_name, own)))
    if len(names) > len(LETTERS):
        raise Unfit("too many metrics")
    letters = dict(zip(names, LETTERS, strict=False))
    return render(_formula(value, letters), lambda part: part.metric).replace(" ", ""), names


def _own_lookups(value: object) -> Iterator[Lookup]:
    """Those of a term itself, not of how its company or period is chosen."""
    match value:
        case Lookup():
            yield value
        case Arithmetic(_, left, right):
            yield from _own_lookups(left)
            yield from _own_lookups(right)
        case Number():
            return
        case _:
            raise Unfit(f"{value} has no shape")


def _formula(value: object, letters: Mapping[str, str]) -> Formula:
    match value:
        case Arithmetic(sign, left, right):
            return formula.Operation(sign, _formula(left, letters), _formula(right, letters))
        case Number(number):
            return formula.Constant(number)
    return formula.MetricPart(letters[_name(value)])  # type: ignore[arg-type]


def _name(lookup: Lookup) -> str:
    return (
        f"{lookup.metric or lookup.line}|{lookup.part}"
        if lookup.part
        else (lookup.metric or lookup.line)
    )


def _same_but(one: object, other: object, slot: str) -> bool:
    """Whether two values differ only in the companies or periods of their look-ups."""
    try:
        shapes = _shape(one), _shape(other)
    except Unfit:
        return False
    if shapes[0] != shapes[1]:
        return False
    kept = "company" if slot == "period" else "period"
    return [getattr(x, kept) for x in lookups(one)] == [getattr(x, kept) for x in lookups(other)]


def _decomposed_value(query: Query) -> tuple[QuestionFrame, tuple[str, ...]]:
    first = query.outputs[0]
    match first:
        case Growth(of, base) if _same_but(of, base, "period"):
            shape, terms = _shape(of)
            return QuestionFrame("growth", shape), terms
        case Growth(of, base) if _same_but(of, base, "company"):
            shape, terms = _shape(of)
            return QuestionFrame("between.growth", shape), terms
        case Cagr(of, base) if _same_but(of, base, "period"):
            shape, terms = _shape(of)
            return QuestionFrame("cagr", shape), terms
        case Arithmetic("-" | "/" as sign, left, right) if _same_but(left, right, "period"):
            shape, terms = _shape(left)
            return QuestionFrame("change" if sign == "-" else "multiple", shape), terms
        case Arithmetic("-" | "/" as sign, left, right) if _same_but(left, right, "company"):
            shape, terms = _shape(left)
            return QuestionFrame(
                f"between.{'difference' if sign == '-' else 'ratio'}", shape
            ), terms
    if all(isinstance(one, Lookup) for one in query.outputs):
        names = dict.fromkeys(_name(one) for one in lookups(query.outputs))
        return QuestionFrame("value"), tuple(names)
    shape, terms = _shape(first)
    return QuestionFrame("value", shape), terms


def _over_name(choice: Choose) -> str:
    return {Companies: "company", Years: "year", Options: "option"}[type(choice.over)]


def _choice_frame(choice: Choose, kind: str) -> tuple[QuestionFrame, tuple[str, ...]]:
    if isinstance(choice.over, Options):
        names = tuple(_name(one) for one in lookups(choice.over))
        return QuestionFrame(kind, high=choice.highest, rank=choice.rank), names
    by, shape, terms = _measure(choice.by)
    return QuestionFrame(kind, shape, by, high=choice.highest, rank=choice.rank), terms


def _measure(value: object) -> tuple[str, str, tuple[str, ...]]:
    """What is compared: how it is measured, and the shape and metrics of its term."""
    match value:
        case Growth(of, base) if _same_but(of, base, "period"):
            return "growth", *_shape(of)
        case Arithmetic("-", of, base) if _same_but(of, base, "period"):
            return "difference", *_shape(of)
    return "level", *_shape(value)


def _decomposed_choice(query: Query, choice: Choose) -> tuple[QuestionFrame, tuple[str, ...]]:
    frame, terms = _choice_frame(choice, f"choice.{_over_name(choice)}")
    told, others = [], []
    for output in query.outputs:
        if isinstance(output, Choose):
            told.append("item")
        elif len({one.rank for one in nodes(output) if isinstance(one, Choose)}) > 1:
            told.append("lead")
        elif _is_told(output, terms):
            told.append("value")
        elif isinstance(output, Growth | Lookup):
            told.append("growth" if isinstance(output, Growth) else "other")
            others.append(_name(lookups(output)[0]))
        else:
            raise Unfit(f"{output} is told of no choice")
    return replace(frame, output=",".join(told)), (*terms, *others)


def _is_told(output: object, terms: tuple[str, ...]) -> bool:
    """Whether it is what the choice is made by, of the one chosen."""
    try:
        return _measure(output)[2] == terms
    except Unfit:
        return isinstance(output, Aggregate)


def _decomposed_condition(where: object) -> tuple[QuestionFrame, tuple[str, ...]]:
    if not isinstance(where, Compare):
        raise Unfit("a condition of several")
    by, shape, terms = _measure(where.left)
    frame = QuestionFrame("", shape, by, sign=where.sign)
    if isinstance(where.right, Number):
        return replace(frame, against="limit"), terms
    if _same_but(where.left, where.right, "period"):
        return replace(frame, against="prior"), terms
    if isinstance(where.right, Lookup):
        return replace(frame, against="metric"), (*terms, _name(where.right))
    raise Unfit("a condition between terms")


def _decomposed_yes(where: Compare | Logic) -> tuple[QuestionFrame, tuple[str, ...]]:
    if not isinstance(where, Compare):
        raise Unfit("a condition of several")
    left, right = where.left, where.right
    if _same_but(left, right, "period"):
        shape, terms = _shape(left)
        return QuestionFrame("yes.time", shape, sign=where.sign), terms
    by, shape, terms = _measure(left)
    frame = QuestionFrame("yes.limit", shape, by, sign=where.sign)
    if isinstance(right, Number):
        return frame, terms
    if _of_others(left, right):
        return replace(frame, kind="yes.company"), terms
    other = _measure(right)
    if (other[0], other[1]) != (by, "a"):
        raise Unfit("a comparison of terms")
    return replace(frame, kind="yes.metric", against="metric"), (*terms, *other[2])


def _of_others(one: object, other: object) -> bool:
    """Whether two values differ in nothing but the company."""
    mine, others = lookups(one), lookups(other)
    companies = {o.company for o in others}
    return (
        len(companies) == 1
        and len(mine) == len(others)
        and all(replace(m, company=o.company) == o for m, o in zip(mine, others, strict=True))
    )
