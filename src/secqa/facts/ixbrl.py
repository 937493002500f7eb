"""Inline XBRL tags as they stand in a file -> facts with values and places.

The value of a tag is its printed text, in a format, times a power of ten, with a sign of its
own that often differs from the printed one; a text may go on in other tags far away; a fact
may be hidden and shown by a style elsewhere.
"""

import re
from collections import Counter
from collections.abc import Mapping

from secqa.facts.fact import Fact
from secqa.facts.transforms import number_of, text_of
from secqa.filings.document import Element, Filing, Place, Tag, Tagging

_Spot = tuple[int, int, int]
"""Element, row and column."""


def facts_of(filing: Filing) -> tuple[Fact, ...]:
    """All facts of a filing, in the order of their tags.

    Tags that point to no context say nothing about anyone or any time, and are left out.
    A number that does not follow its own format has no value; its text is kept.
    """
    tagging = filing.tagging
    elements = {element.index: element for element in filing.document.elements}
    continuations = {
        tag.attributes["id"]: tag
        for tag in tagging.tags
        if tag.kind == "continuation" and "id" in tag.attributes
    }
    footnotes = {
        tag.attributes.get("id", ""): " ".join(_continued(tag, continuations).split())
        for tag in tagging.tags
        if tag.kind == "footnote"
    }
    tagged = [tag for tag in tagging.tags if tag.kind not in ("continuation", "footnote")]
    # A cell that shows two facts is the printed form of neither.
    shown = Counter(
        (tag.place.element, tag.place.row, tag.place.column)
        for tag in tagged
        if tag.kind == "nonFraction" and tag.place
    )
    facts = []
    for tag in tagged:
        context = tagging.contexts.get(tag.attributes.get("contextref", ""))
        concept = tag.attributes.get("name", "")
        if context is None or not concept:
            continue
        fact_id = tag.attributes.get("id", "")
        place = tag.place or tagging.hidden_places.get(fact_id)
        nil = _is_nil(tag)
        value, text = (None, "") if nil else _content(tag, continuations)
        element = elements.get(place.element) if place is not None else None
        table = element.table if element is not None else None
        notes = tagging.notes.get(fact_id, ())
        facts.append(
            Fact(
                concept=concept,
                value=value,
                text=text,
                printed=_printed(tag, place, element, shown),
                unit=_unit(tag, tagging),
                decimals=_decimals(tag),
                start=context.start,
                end=context.end,
                dimensions=context.dimensions,
                nil=nil,
                hidden=tag.place is None,
                place=place,
                statement=table.statement if table is not None else None,
                fact_id=fact_id,
                footnotes=tuple([footnotes[note] for note in notes if note in footnotes]),
            )
        )
    return tuple(facts)


def _content(tag: Tag, continuations: Mapping[str, Tag]) -> tuple[float | None, str]:
    """Value and text of a tag; one of them is None or empty."""
    if tag.kind == "nonNumeric":
        return None, text_of(_continued(tag, continuations), tag.attributes.get("format", ""))
    if tag.kind == "fraction":
        return _quotient(tag.text), ""
    try:
        number = number_of(tag.text, tag.attributes.get("format", ""))
        scaled = number.scaleb(int(tag.attributes.get("scale") or 0))
    except (ValueError, ArithmeticError):
        return None, " ".join(tag.text.split())
    return float(-scaled if tag.attributes.get("sign") == "-" and scaled else scaled), ""


def _quotient(text: str) -> float | None:
    """The value of a fraction, whose two numbers are all that its text has."""
    numbers = re.findall(r"\d[\d,]*(?:\.\d+)?", text)
    if len(numbers) != 2 or not float(number_of(numbers[1], "")):
        return None
    return float(number_of(numbers[0], "") / number_of(numbers[1], ""))


def _continued(tag: Tag, continuations: Mapping[str, Tag]) -> str:
    pieces = [tag.text]
    seen = set()
    following = tag.attributes.get("continuedat", "")
    while following in continuations and following not in seen:
        seen.add(following)
        pieces.append(continuations[following].text)
        following = continuations[following].attributes.get("continuedat", "")
    return "\n".join(pieces)


def _printed(
    tag: Tag, place: Place | None, element: Element | None, shown: Mapping[_Spot, int]
) -> str:
    if tag.kind != "nonFraction":
        return ""
    table = element.table if element is not None else None
    if place is None or table is None or place.row < 0:
        return " ".join(tag.text.split())
    if shown.get((place.element, place.row, place.column), 0) > 1:
        return " ".join(tag.text.split())
    return table.cells[place.row][place.column]


def _unit(tag: Tag, tagging: Tagging) -> str:
    reference = tag.attributes.get("unitref", "")
    return tagging.units.get(reference, reference)


def _decimals(tag: Tag) -> int | None:
    stated = tag.attributes.get("decimals", "")
    return int(stated) if stated.lstrip("+-").isdigit() else None


def _is_nil(tag: Tag) -> bool:
    # The prefix of the attribute is the file's own to choose, mostly "xsi".
    for name in tag.attributes:
        if name.endswith("nil") and (name == "nil" or name[-4] == ":"):
            return tag.attributes[name] in ("true", "1")
    return False
