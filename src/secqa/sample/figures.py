"""The table of figures: what the sample's filings may say, and from which real filing it is.

In: `figures/sources.toml` (one entry a real filing: where it was found, its cover, its periods)
and one CSV a filing (a line a concept, a column a period). Out: a `Source` that answers for a
reference such as `Revenues[ProductMember]` and a period with one figure or with None. A sample
filing is written from one source only, so that later restatements never mix with it, and a
figure that the source does not state is never made up.
"""

import csv
import re
import tomllib
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "figures"

Name = tuple[str, frozenset[str]]
"""A concept and the members that narrow it, both with their prefix."""


@dataclass(frozen=True, slots=True)
class Period:
    """A span of days; an instant is its end."""

    start: date
    end: date

    @property
    def days(self) -> int:
        """Length, both ends counted."""
        return (self.end - self.start).days + 1


@dataclass(frozen=True, slots=True)
class Figure:
    """One tagged value, in base units. `value` is None where the filing says nil."""

    concept: str
    dimensions: tuple[tuple[str, str], ...]
    unit: str
    decimals: str
    start: date | None
    end: date
    value: Decimal | None


@dataclass(frozen=True, slots=True)
class Reference:
    """Which figure a text or a table row asks for: alternatives, the first known one counts."""

    names: tuple[Name, ...]
    negated: bool = False
    also: tuple[Name, ...] = ()
    """A second concept that the same printed number carries (a tag inside a tag)."""


@dataclass(frozen=True, slots=True)
class Source:
    """The figures of one real filing."""

    name: str
    file: str
    accession: str
    sha256: str
    cover: dict[str, str]
    periods: dict[str, Period]
    figures: dict[tuple[Name, str], Figure] = field(repr=False)
    """By name and by the key of its period ("FY2024", "Q2-2025", "YTD-2025")."""

    def figure(self, reference: Reference, period: Period, at_start: bool = False) -> Figure | None:
        """The figure for a period: over it, or at its end (or at the day before its start)."""
        day = period.start - timedelta(days=1) if at_start else period.end
        for name in reference.names:
            for key in self.periods:
                figure = self.figures.get((name, key))
                if figure and figure.end == day and figure.start in (None, period.start):
                    return figure
        return None


def parse_reference(text: str) -> Reference:
    """`-A[M+N] or -B & C`: a minus prints the number with the other sign."""
    main, _, also = text.partition("&")
    alternatives = [part.strip() for part in main.split(" or ")]
    return Reference(
        names=tuple(_name(part.lstrip("-")) for part in alternatives),
        negated=alternatives[0].startswith("-"),
        also=(_name(also.strip()),) if also else (),
    )


def _name(text: str) -> Name:
    match = re.fullmatch(r"([\w:.-]+)(?:\[([^\]]+)\])?", text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a reference to a figure")
    concept, members = match.groups()
    return _prefixed(concept), frozenset(_prefixed(m) for m in (members or "").split("+") if m)


def _prefixed(name: str) -> str:
    return name if ":" in name else f"us-gaap:{name}"


def load_sources() -> dict[str, Source]:
    """All sources by name ("NVDA-10-K-2025")."""
    table = tomllib.loads((FOLDER / "sources.toml").read_text(encoding="utf-8"))
    return {name: _source(name, entry) for name, entry in table.items()}


def _source(name: str, entry: dict[str, Any]) -> Source:
    periods = {key: Period(start, end) for key, (start, end) in entry["periods"].items()}
    return Source(
        name=name,
        file=entry["file"],
        accession=entry.get("accession", ""),
        sha256=entry["sha256"],
        cover=entry["cover"],
        periods=periods,
        figures=_read_figures(FOLDER / f"{name}.csv", periods),
    )


def _read_figures(path: Path, periods: dict[str, Period]) -> dict[tuple[Name, str], Figure]:
    figures: dict[tuple[Name, str], Figure] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            dimensions = tuple(
                (axis, member)
                for axis, _, member in (d.partition("=") for d in row["dimensions"].split())
            )
            name = (row["concept"], frozenset(member for _, member in dimensions))
            for key, period in periods.items():
                if text := row[key]:
                    figures[name, key] = Figure(
                        concept=row["concept"],
                        dimensions=dimensions,
                        unit=row["unit"],
                        decimals=row["decimals"],
                        start=None if row["when"] == "instant" else period.start,
                        end=period.end,
                        value=None if text == "nil" else Decimal(text),
                    )
    return figures
