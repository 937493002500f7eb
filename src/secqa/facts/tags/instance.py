"""Read plain XBRL instance files, which were filed together with HTML until 2019.

Their facts have no locations. The files are untrusted: see `filings.decoding`.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import date, timedelta

from secqa.errors import SecqaError
from secqa.facts.fact import Fact
from secqa.filings.decoding import finite, printable, unescape, whole_number, xml_tree
from secqa.filings.html.read_html import MARKUP

_XBRL = "{http://www.xbrl.org/2003/instance}"
_XBRLDI = "{http://xbrl.org/2006/xbrldi}"
_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_STANDARD = {
    *("us-gaap", "dei", "srt", "ecd", "country", "currency"),
    *("exch", "invest", "stpr", "naics", "sic"),
}

_Period = tuple[date | None, date, tuple[tuple[str, str], ...]]


def is_instance(data: bytes) -> bool:
    """Whether bytes look like an instance, not like a schema or a linkbase."""
    head = data[:4_000]
    return b"http://www.xbrl.org/2003/instance" in head and bool(
        re.search(rb"<(?:\w+:)?xbrl\b", head)
    )


def instance_facts(data: bytes, name: str) -> tuple[Fact, ...]:
    """Parse the facts of an instance, in order; texts without markup, concepts with usual prefixes.

    Raises `SecqaError` if the file is not XML, declares a document type, or is not an instance.
    """
    root, prefixes = xml_tree(data, name)
    if root.tag != f"{_XBRL}xbrl":
        raise SecqaError(f"{name}: not an XBRL instance; give the file that holds the facts")
    periods = dict(_periods(root))
    units = {unit.get("id", ""): _unit(unit) for unit in root.iter(f"{_XBRL}unit")}
    facts = []
    for node in root:
        period = periods.get(node.get("contextRef", ""))
        if period is None:
            continue
        start, end, dimensions = period
        nil = node.get(_NIL) in ("true", "1")
        unit = units.get(node.get("unitRef", ""), "")
        value = None if nil or not unit else _number(node.text or "")
        facts.append(
            Fact(
                concept=_qualified(node.tag, prefixes),
                value=value,
                text="" if unit else _plain(node.text or ""),
                printed="",
                unit=unit,
                decimals=whole_number(node.get("decimals", "")),
                start=start,
                end=end,
                dimensions=dimensions,
                nil=nil,
                hidden=True,
                fact_id=node.get("id", ""),
            )
        )
    return tuple(facts)


def _qualified(tag: str, prefixes: dict[str, str]) -> str:
    uri, _, local = tag.removeprefix("{").partition("}")
    standard = next((part for part in uri.split("/")[1:-1] if part in _STANDARD), "")
    return f"{standard or prefixes.get(uri, '')}:{local}"


def _periods(root: ET.Element) -> Iterator[tuple[str, _Period]]:
    for context in root.iter(f"{_XBRL}context"):
        try:
            period = _period(context)
        except ValueError:
            continue  # no facts can be used that have no time
        yield context.get("id", ""), period


def _period(context: ET.Element) -> _Period:
    dates = {
        name: (context.findtext(f"{_XBRL}period/{_XBRL}{name}") or "").strip()
        for name in ("instant", "startDate", "endDate")
    }
    start = date.fromisoformat(dates["startDate"][:10]) if dates["startDate"] else None
    ends = dates["instant"] or dates["endDate"]
    end = date.fromisoformat(ends[:10])
    if ends.endswith("T00:00:00"):
        end -= timedelta(days=1)  # midnight that ends the day before
    members = [
        (m.get("dimension", ""), (m.text or "").strip())
        for m in context.iter(f"{_XBRLDI}explicitMember")
    ]
    members += [
        (m.get("dimension", ""), "".join(m.itertext()).strip())
        for m in context.iter(f"{_XBRLDI}typedMember")
    ]
    return start, end, tuple(sorted(members))


def _unit(unit: ET.Element) -> str:
    over = unit.iterfind(f"{_XBRL}divide/{_XBRL}unitNumerator/{_XBRL}measure")
    under = unit.iterfind(f"{_XBRL}divide/{_XBRL}unitDenominator/{_XBRL}measure")
    plain = unit.iterfind(f"{_XBRL}measure")
    names = [(m.text or "").strip().split(":")[-1] for m in (*plain, *over, *under)]
    return "/".join(names)


def _number(text: str) -> float | None:
    try:
        return finite(float(text))
    except ValueError:
        return None


def _plain(text: str) -> str:
    """The visible text of a text that may be HTML."""
    return " ".join(printable(unescape(MARKUP.sub(" ", text))).split())
