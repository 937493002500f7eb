"""Inline XBRL as a filing carries it: tags in the text, contexts, units and hidden facts apart.

In: figures and cover facts, one at a time, while the pages are written. Out: the HTML of each
tag and, at the end, the `ix:header` that they point to. What makes it subtle is what makes it
subtle in real filings: a number is printed in a scale and perhaps in parentheses, while its
tag says scale and sign by itself, and the two signs need not agree.
"""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from html import escape

from secqa.sample.figures import Figure, Name

UNITS = {
    "USD": ("usd", "<xbrli:measure>iso4217:USD</xbrli:measure>"),
    "shares": ("shares", "<xbrli:measure>xbrli:shares</xbrli:measure>"),
    "USD/shares": (
        "usdPerShare",
        "<xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>"
        "</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares"
        "</xbrli:measure></xbrli:unitDenominator></xbrli:divide>",
    ),
    "pure": ("number", "<xbrli:measure>xbrli:pure</xbrli:measure>"),
}
SCALES = {"USD": 6, "shares": 6, "USD/shares": 0, "pure": -2}

ContextKey = tuple[date | None, date, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure ready to be set: its tagged digits and whether parentheses belong around them."""

    html: str
    negative: bool
    unit: str
    blank: bool = False
    """A dash: no `$`, no `%`."""


@dataclass(slots=True)
class Tags:
    """Everything tagged so far in one document."""

    cik: str
    hidden_zeros: bool
    plain_numbers: bool = False
    """Numbers are printed without tags, as in the announcements of Forms 8-K."""
    contexts: dict[ContextKey, str] = field(default_factory=dict)
    units: set[str] = field(default_factory=set)
    hidden: list[str] = field(default_factory=list)
    count: int = 0

    def next_id(self) -> str:
        """A new fact id."""
        self.count += 1
        return f"f-{self.count}"

    def context(
        self, start: date | None, end: date, dimensions: tuple[tuple[str, str], ...] = ()
    ) -> str:
        """The id of a context, made at first use."""
        return self.contexts.setdefault((start, end, dimensions), f"c-{len(self.contexts) + 1}")

    def number(
        self,
        figure: Figure,
        negated: bool = False,
        scale: int | None = None,
        most_digits: int = 9,
        also: tuple[Name, ...] = (),
    ) -> Printed:
        """A figure as printed: digits of its magnitude, tagged; parentheses are the caller's.

        Printed as precisely as the filing states it, in no more than `most_digits` decimals.
        """
        scale = SCALES[figure.unit] if scale is None else scale
        if not figure.value:
            return Printed(self._zero(figure, scale), False, figure.unit, blank=True)
        exact = figure.value.scaleb(-scale).normalize()
        digits = -int(exact.as_tuple().exponent)
        if figure.decimals != "INF":
            digits = int(figure.decimals) + scale
        digits = max(0, min(digits, most_digits))
        decimals = figure.decimals if digits < most_digits else str(digits - scale)
        text = f"{abs(figure.value).scaleb(-scale):,.{digits}f}"
        negative = (figure.value < 0) != negated
        if self.plain_numbers:
            return Printed(text, negative, figure.unit)
        html = (
            f"{self._open(figure, decimals, scale, 'ixt:num-dot-decimal')}{text}</ix:nonFraction>"
        )
        for concept, _ in also:
            twin = self._open(figure, decimals, scale, "ixt:num-dot-decimal", concept)
            html = f"{twin}{html}</ix:nonFraction>"
        return Printed(html, negative, figure.unit)

    def _zero(self, figure: Figure, scale: int) -> str:
        if self.plain_numbers:
            return "&#8212;"
        if figure.value is None:
            tag = self._open(figure, "", scale, "", nil=True)
            return f"{tag}</ix:nonFraction>&#8212;"
        if self.hidden_zeros:
            tag = self._open(figure, figure.decimals, 0, "")
            self.hidden.append(f"{tag}0</ix:nonFraction>")
            return f'<span style="-sec-ix-hidden:f-{self.count}">&#8212;</span>'
        tag = self._open(figure, figure.decimals, scale, "ixt:fixed-zero")
        return f"{tag}&#8212;</ix:nonFraction>"

    def _open(
        self,
        figure: Figure,
        decimals: str,
        scale: int,
        format_: str,
        concept: str = "",
        nil: bool = False,
    ) -> str:
        self.units.add(figure.unit)
        attributes = {
            "unitRef": UNITS[figure.unit][0],
            "contextRef": self.context(figure.start, figure.end, figure.dimensions),
            "decimals": decimals,
            "name": concept or figure.concept,
            "format": format_,
            "scale": "" if nil else str(scale),
            "sign": "-" if (figure.value or Decimal(0)) < 0 else "",
            "xsi:nil": "true" if nil else "",
            "id": self.next_id(),
        }
        return f"<ix:nonFraction{_attributes(attributes)}>"

    def words(self, name: str, text: str, period: ContextKey, format_: str = "") -> str:
        """A piece of text tagged as `name`; `text` is HTML already."""
        attributes = {
            "contextRef": self.context(*period),
            "name": name,
            "format": format_,
            "id": self.next_id(),
        }
        return f"<ix:nonNumeric{_attributes(attributes)}>{text}</ix:nonNumeric>"

    def hide(self, name: str, text: str, period: ContextKey) -> str:
        """Tag a text that no page prints; returns the id for a style that shows it."""
        self.hidden.append(self.words(name, escape(text), period))
        return f"f-{self.count}"

    def header(self) -> str:
        """The `ix:header` of the document."""
        contexts = "".join(
            f'<xbrli:context id="{context}"><xbrli:entity><xbrli:identifier '
            f'scheme="http://www.sec.gov/CIK">{self.cik}</xbrli:identifier>'
            f"{_segment(dimensions)}</xbrli:entity><xbrli:period>{_period(start, end)}"
            "</xbrli:period></xbrli:context>"
            for (start, end, dimensions), context in self.contexts.items()
        )
        units = "".join(
            f'<xbrli:unit id="{UNITS[unit][0]}">{UNITS[unit][1]}</xbrli:unit>'
            for unit in sorted(self.units)
        )
        return (
            '<div style="display:none"><ix:header><ix:hidden>'
            f"{''.join(self.hidden)}</ix:hidden><ix:resources>{contexts}{units}"
            "</ix:resources></ix:header></div>"
        )


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)


def _segment(dimensions: tuple[tuple[str, str], ...]) -> str:
    if not dimensions:
        return ""
    members = "".join(
        f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>'
        for axis, member in dimensions
    )
    return f"<xbrli:segment>{members}</xbrli:segment>"


def _period(start: date | None, end: date) -> str:
    if start is None:
        return f"<xbrli:instant>{end}</xbrli:instant>"
    return f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
