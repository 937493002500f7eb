"""Read the facts of inline XBRL, with their values and locations.

The value of a tag is its printed text, converted by a format, times a power of ten, with a sign
that often differs from the printed one. A text may continue in distant tags; a hidden fact may be
displayed elsewhere by a style.
"""

from collections import Counter
from collections.abc import Mapping, Set
from functools import lru_cache

from secqa.facts.fact import Fact
from secqa.facts.tags.transforms import number_of, text_of
from secqa.filings.decoding import finite, folded, whole_number
from secqa.filings.document import Filing, Location, Table, Tag
from secqa.filings.numbers import PLAIN_NUMBER

_Spot = tuple[int, int, int]
"""Element, row and column."""


def facts_of(filing: Filing) -> tuple[Fact, ...]:
    """Read all facts of a filing, in the order of their tags.

    Tags without a context are left out. A number that does not match its format has no value; its
    text is kept.
    """
    tagging = filing.tagging
    elements = filing.document.by_index
    continuations = {
        tag.attributes["id"]: tag
        for tag in tagging.tags
        if tag.kind == "continuation" and "id" in tag.attributes
    }
    footnotes = {
        tag.attributes.get("id", ""): folded(_continued(tag, continuations))
        for tag in tagging.tags
        if tag.kind == "footnote"
    }
    tagged = [tag for tag in tagging.tags if tag.kind not in ("continuation", "footnote")]
    # A cell that shows two facts is the printed form of neither.
    shown = Counter(
        (place.element, place.row, place.column)
        for tag in tagged
        if tag.kind == "nonFraction" and (place := tag.place)
    )
    shared = {spot for spot, facts in shown.items() if facts > 1}
    facts = []
    for tag in tagged:
        attributes = tag.attributes
        context = tagging.contexts.get(attributes.get("contextref", ""))
        concept = attributes.get("name", "")
        if context is None or not concept:
            continue
        fact_id = attributes.get("id", "")
        place = tag.place or tagging.hidden_places.get(fact_id)
        element = elements.get(place.element) if place is not None else None
        table = element.table if element is not None else None
        nil = _is_nil(attributes)
        value, text = (None, "") if nil else _content(tag, continuations)
        unit = attributes.get("unitref", "")
        notes = tagging.notes.get(fact_id)
        facts.append(
            # By place: by name it takes three times as long, and there are thousands.
            Fact(
                concept,
                value,
                text,
                _printed(tag, place, table, shared) if tag.kind == "nonFraction" else "",
                tagging.units.get(unit, unit),
                whole_number(attributes.get("decimals", "")),
                context.start,
                context.end,
                context.dimensions,
                nil,
                tag.place is None,
                place,
                table.statement if table is not None else None,
                fact_id,
                tuple([footnotes[n] for n in notes if n in footnotes]) if notes else (),
            )
        )
    return tuple(facts)


def _content(tag: Tag, continuations: Mapping[str, Tag]) -> tuple[float | None, str]:
    """Value and text of a tag; one of them is None or empty."""
    attributes = tag.attributes
    if tag.kind == "nonNumeric":
        return None, text_of(_continued(tag, continuations), attributes.get("format", ""))
    if tag.kind == "fraction":
        return _quotient(tag.text), ""
    value = _scaled(
        tag.text,
        attributes.get("format", ""),
        attributes.get("scale", ""),
        attributes.get("sign", ""),
    )
    return (value, "") if value is not None else (None, folded(tag.text))


@lru_cache(maxsize=8192)
def _scaled(text: str, transform: str, scale: str, sign: str) -> float | None:
    """The value of a printed number; None if it does not match its format. Cached, as many
    repeat."""
    try:
        scaled = number_of(text, transform).scaleb(int(scale or 0))
    except (ValueError, ArithmeticError):
        return None
    return finite(-scaled if sign == "-" and scaled else scaled)


def _quotient(text: str) -> float | None:
    """The value of a fraction whose text has exactly two numbers, else None."""
    numbers = PLAIN_NUMBER.findall(text)
    if len(numbers) != 2 or not float(number_of(numbers[1], "")):
        return None
    return finite(number_of(numbers[0], "") / number_of(numbers[1], ""))


def _continued(tag: Tag, continuations: Mapping[str, Tag]) -> str:
    pieces = [tag.text]
    seen = set()
    following = tag.attributes.get("continuedat", "")
    while following in continuations and following not in seen:
        seen.add(following)
        pieces.append(continuations[following].text)
        following = continuations[following].attributes.get("continuedat", "")
    return "\n".join(pieces)


def _printed(tag: Tag, place: Location | None, table: Table | None, shared: Set[_Spot]) -> str:
    if place is None or table is None or place.row < 0:
        return folded(tag.text)
    if (place.element, place.row, place.column) in shared:
        return folded(tag.text)
    return table.cells[place.row][place.column]


def _is_nil(attributes: Mapping[str, str]) -> bool:
    name = _nil_among(tuple(attributes))
    return name is not None and attributes[name] in ("true", "1")


@lru_cache(maxsize=256)
def _nil_among(names: tuple[str, ...]) -> str | None:
    """The attribute "nil", whose prefix depends on the file; usually "xsi"."""
    return next((name for name in names if name.rpartition(":")[2] == "nil"), None)
