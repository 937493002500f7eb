"""Parse and check JSON from users and models as a `Query`.

Every field, op, period and number is checked, and trees that are too deep or too large are rejected
early. An error is one line with the problem and its location.
"""

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import lru_cache
from typing import Any

from rapidfuzz import fuzz, process

from secqa.errors import SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.query.form.layouts import HIGHEST, LOOKUP, OUTPUTS, Layout, by_class, by_field, by_op
from secqa.query.form.let import without_let
from secqa.query.leaves import AnswerForm, Companies, Narrative, Parts, Scope, Years
from secqa.query.period import EACH, Period, parse_period
from secqa.query.query import Choose, Logic, Lookup, Number, Options, Query, Series

DEEPEST, MOST_NODES = 12, 200
_LONGEST = 300
"""Maximum characters of a name or a line."""
_MOST = 1000
"""Maximum of a whole number: ranks, years, decimals."""
_NEAR = 60
"""Minimum similarity (0 to 100) of a suggested field name."""
_BOUND = {Companies: "companies", Years: "years", Parts: "parts"}
_ROLES = {
    "output": "something to ask for", "value": "a value", "condition": "a condition",
    "choice": "a choice", "telling": "what is told", "series": "a series",
    "over": "what can be gone through", "place": "a place", "form": "a form",
    "query": "an object with outputs",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _At:
    """A location in the JSON."""

    path: str = ""
    depth: int = 0
    each: frozenset[str] = frozenset()
    """The bound loop variables: `companies`, `years`, `parts`."""

    def __str__(self) -> str:
        return self.path or "query"

    def below(self, field: str) -> "_At":
        return replace(self, path=f"{self.path}.{field}" if self.path else field)


class JsonReader:
    """Parses one query; `catalogue` has the known metrics."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue
        self._nodes = 0

    def query(self, data: object) -> Query:
        """Parse an object as a query."""
        read = self._object(by_class()[Query], without_let(data), _At())
        assert isinstance(read, Query)
        return read

    def _node(self, data: object, role: str, at: _At) -> object:
        """Parse a node that may have this role."""
        at = replace(at, depth=at.depth + 1)
        self._nodes += 1
        if at.depth > DEEPEST:
            raise SecqaError(f"{at}: nested deeper than {DEEPEST}; ask for less at once")
        if self._nodes > MOST_NODES:
            raise SecqaError(f"{at}: more than {MOST_NODES} nodes; ask for less at once")
        if role in ("value", "output") and isinstance(data, int | float):
            return Number(_number(data, at))
        return self._object(_layout_of(data, role, at), data, at)

    def _object(self, layout: Layout, data: object, at: _At) -> object:
        """Parse an object with this layout as a node."""
        if not isinstance(data, Mapping):
            raise SecqaError(f"{at}: must be {_ROLES[layout.role]}, not {_excerpt(data)}")
        for field in data:
            if field not in layout.fields and not (field == "op" and layout.role in OUTPUTS):
                raise SecqaError(f"{at}: unknown field {_excerpt(field)}{_near(field, layout)}")
        read: dict[str, Any] = {}
        if layout.tells:
            op = data["op"]
            read[layout.tells] = op == HIGHEST if layout.made is Choose else op
        # `over` binds `each` in the other fields, so it is parsed first.
        for field in sorted(layout.fields, key=lambda name: name != "over"):
            content = layout.fields[field]
            if field not in data or (data[field] is None and content.endswith("?")):
                continue
            inside = at.below(field)
            if through := _BOUND.get(type(read.get("over"))):
                inside = replace(inside, each=at.each | {through})
            value = self._content(data[field], content.removesuffix("?"), inside)
            read[layout.attribute(field)] = value
        for one in fields(layout.made):
            if one.name not in read and one.default is MISSING:
                needed = "op" if one.name == layout.tells else one.name
                raise SecqaError(f"{at}: {data.get('op', 'it')} needs {needed!r}")
        made: object = layout.made(**read)
        _check(made, at)
        return made

    def _content(self, data: object, content: str, at: _At) -> object:
        """Parse the value of a field; see `Layout.fields` for `content`."""
        match content:
            case _ if content.endswith("*"):
                if not isinstance(data, list | tuple):
                    raise SecqaError(f"{at}: must be a list")
                return tuple(
                    self._content(item, content[:-1], replace(at, path=f"{at}[{place}]"))
                    for place, item in enumerate(data)
                )
            case "output" | "value" | "condition" | "over":
                return self._node(data, content, at)
            case "named" | "when" if isinstance(data, Mapping):
                return self._node(data, "choice", at)
            case "place" | "form":
                return self._object(
                    by_class()[{"place": Scope, "form": AnswerForm}[content]], data, at
                )
            case "when" | "period":
                return _period(data, at, content == "when")
            case "metric":
                return _metric(_text(data, at), self._catalogue, at)
            case "named":
                return _name(_text(data, at), at)
            case "text":
                return _text(data, at)
            case "whole":
                if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= _MOST:
                    raise SecqaError(f"{at}: must be a whole number from 0, not {_excerpt(data)}")
                return data
        return _word(data, content.split("|"), at)


def _layout_of(data: object, role: str, at: _At) -> Layout:
    if not isinstance(data, Mapping):
        raise SecqaError(f"{at}: must be {_ROLES[role]}, not {_excerpt(data)}")
    op = data.get("op")
    if op in (None, "lookup"):
        layout = next((by_field()[key] for key in data if key in by_field()), LOOKUP)
        name = layout.made.__name__.lower()
    elif isinstance(op, str) and op in by_op():
        layout, name = by_op()[op], repr(op)
    else:
        ops = [one for one, layout in by_op().items() if layout.stands_for(role)]
        raise SecqaError(f"{at}: unknown op {_excerpt(op)}; one of {', '.join(ops)}")
    if not layout.stands_for(role):
        raise SecqaError(f"{at}: must be {_ROLES[role]}, not {name}")
    return layout


def _check(made: object, at: _At) -> None:
    """Check conditions that involve several fields."""
    match made:
        case Lookup() if bool(made.metric) == bool(made.line):
            raise SecqaError(f"{at}: must have either a metric or a line")
        case Lookup():
            _check_chosen(made, at)
        case Choose() if (made.by is None) != isinstance(made.over, Options):
            raise SecqaError(f"{at}: must have 'by', but for a choice among options")
        case Series() if not isinstance(made.over, Years):
            raise SecqaError(f"{at}.over: must be years")
        case Choose(rank=0):
            raise SecqaError(f"{at}.rank: must be 1 or more")
        case Years() if sum(map(bool, (made.periods, made.last, made.first))) > 1:
            raise SecqaError(f"{at}: must have years, last or first, and not several of them")
        case Years() if made.periods and made.final:
            raise SecqaError(f"{at}: years that are named have no final one")
        case Years() if any(one.each for one in (*made.periods, made.first, made.final) if one):
            raise SecqaError(f"{at}: 'each' names no year to go through")
        case Narrative() if not made.topic.strip() and made.place.form != "8-K":
            raise SecqaError(f"{at}.topic: must say what is asked, but of a Form 8-K")
        case Query() if made.narratives and not all(
            isinstance(one, Series) for one in made.figures.outputs
        ):
            raise SecqaError(f"{at}: figures beside words must be series")
        case Query(outputs=()) | Logic(conditions=()) | Options(values=()):
            raise SecqaError(f"{at}: the list is empty")


def _check_chosen(made: Lookup, at: _At) -> None:
    """Check that the choices of a look-up are of the right kind."""
    for field, kind in (("company", Companies), ("period", Years), ("part", Parts)):
        chosen = getattr(made, field)
        if isinstance(chosen, Choose) and not (isinstance(chosen.over, kind) and chosen.top == 1):
            raise SecqaError(f"{at}.{field}: must be one that is chosen among {_BOUND[kind]}")


def _number(data: float, at: _At) -> float:
    try:
        value = math.nan if isinstance(data, bool) else float(data)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise SecqaError(f"{at}: {_excerpt(data)} is no number to calculate with")
    return value


def _text(data: object, at: _At) -> str:
    if not isinstance(data, str):
        raise SecqaError(f"{at}: must be text, not {_excerpt(data)}")
    if len(data) > _LONGEST or not data.isprintable():
        raise SecqaError(f"{at}: must be one line of up to {_LONGEST} characters")
    return data


def _name(name: str, at: _At) -> str:
    through = "companies" if at.path.endswith("company") else "parts"
    if name == EACH and through not in at.each:
        raise SecqaError(f"{at}: 'each' must stand below an 'over' of {through}")
    return name


def _period(data: object, at: _At, bound: bool) -> Period:
    """Parse a period; with `bound`, `each` is allowed only below an `over` of years."""
    text = _text(data, at)
    try:
        period = parse_period(text)
    except SecqaError as error:
        raise SecqaError(f"{at}: {error}") from None
    if period.each and bound and "years" not in at.each:
        raise SecqaError(f"{at}: 'each' must stand below an 'over' of years")
    return period


def _metric(name: str, catalogue: Catalogue | None, at: _At) -> str:
    """Resolve a metric's id or one of its names to its id."""
    if not name or catalogue is None:
        return name
    known = metric_ids(catalogue).get(name.lower().replace("_", " "), name)
    try:
        return catalogue[known].id
    except SecqaError as error:
        raise SecqaError(f"{at}: {error}") from None


@lru_cache(maxsize=4)
def metric_ids(catalogue: Catalogue) -> dict[str, str]:
    """Ids of metrics by lower-case name."""
    metrics = catalogue.metrics.values()
    found = {phrase: metric.id for metric in metrics for phrase in metric.synonyms}
    found |= {metric.name.lower(): metric.id for metric in metrics}
    return found | {metric.id.replace("_", " "): metric.id for metric in metrics}


def _word(data: object, words: list[str], at: _At) -> object:
    if data not in words:
        listed = ", ".join(word or '""' for word in words)
        raise SecqaError(f"{at}: must be one of {listed}, not {_excerpt(data)}")
    return data


def _near(field: object, layout: Layout) -> str:
    names = ["op", *layout.fields] if layout.ops else list(layout.fields)
    near = process.extractOne(str(field), names, scorer=fuzz.ratio, score_cutoff=_NEAR)
    return f"; perhaps {near[0]!r}" if near else f"; there are {', '.join(names)}"


def _excerpt(data: object) -> str:
    """Quote invalid input in a few printable characters."""
    text = ascii(data) if isinstance(data, str | int | float | None) else type(data).__name__
    return text if len(text) <= 40 else f"{text[:37]}…"
