"""A query in, how it was understood out, in words for whoever asked."""

from dataclasses import replace

from secqa.app.ask.tree import mapped
from secqa.query.period import EACH, LATEST
from secqa.query.query import Arithmetic, Choose, Lookup, Narrative, Output, Query, Series


def understood_said(query: Query) -> str:
    """The query in words; of what is to be told, whose and when, for its topic is the question."""
    return "; ".join(map(_output, query.outputs))


def _output(one: Output) -> str:
    match one:
        case Narrative():
            return _telling(one)
        case Series():
            return f"{_of_each(one.of)}, {one.over}"
        case Choose() if one.by is not None and one.top == 1:
            way = "highest" if one.highest else "lowest"
            rank = f"{one.rank}. " if one.rank > 1 else ""
            over = str(one.over).removeprefix("companies ")
            return f"which of {over} has the {rank}{way} {_of_each(one.by)}"
        case Arithmetic():
            return f"{one.left} {one.sign} {one.right}"
    return str(one)


def _of_each(value: object) -> str:
    """What is asked of each company or year, without saying so."""

    def of_all(node: object) -> object:
        is_each = isinstance(node, Lookup) and node.company == EACH
        return replace(node, company="") if is_each and isinstance(node, Lookup) else node

    return str(mapped(value, of_all)).replace(f" in {EACH}", "")


def _telling(one: Narrative) -> str:
    what = "passages that tell why" if one.asks == "why" else "passages that tell of it"
    whose = one.company or "all companies"
    when = "the latest report" if one.period == LATEST else str(one.period)
    where = f", {one.place}" if str(one.place) else ""
    return f"{what}: {whose}, {when}{where}"
