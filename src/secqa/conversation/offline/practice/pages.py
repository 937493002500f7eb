"""Made-up pages to practise on: a table of amounts, of stock indexes or of shares bought back."""

import random
from dataclasses import dataclass

from secqa.conversation.offline.practice.wording import phrases, worded
from secqa.conversation.record import Grid

_TOTALS = ("total assets", "total revenue", "total costs", "total liabilities", "total")
_MONTHS = ("october", "november", "december", "january", "february", "march", "may", "june")
_INDEXES = ("common stock", "the s&p 500", "the industry index", "the nasdaq composite", "peers")


@dataclass(frozen=True, slots=True)
class Series:
    """Something with a value a year."""

    name: str
    years: tuple[str, ...]
    """The latest first."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and what can be asked about on it."""

    series: tuple[Series, ...]
    total: Series
    """What the others are parts of."""
    grid: Grid
    text: tuple[str, ...] = ()


def amounts_page(draw: random.Random) -> MadePage:
    """Amounts by year with a total below, and a few that only sentences tell."""
    items = draw.sample(phrases()["items"], 12)
    last, count = draw.randint(2003, 2019), draw.choice((2, 3, 3, 3))
    years = tuple(str(last - i) for i in range(count))
    scale = draw.choice((100, 1000, 10_000, 1_000_000))
    rows = [Series(n, years, tuple(_figure(draw, scale) for _ in years)) for n in items[:8]]
    total_name = draw.choice(_TOTALS)
    total = Series(total_name, years, tuple(_figure(draw, scale * 9) for _ in years))
    grid = Grid(("", *years), tuple((s.name, *s.values) for s in (*rows, total)))
    facts = [_fact(draw, name, last) for name in items[8:11]]
    told = [series for series, _ in facts if draw.random() < 0.7]
    return MadePage((*rows, *told), total, grid, tuple(text for _, text in facts))


def _fact(draw: random.Random, name: str, last: int) -> tuple[Series, str]:
    """A series that stands in a sentence."""
    years = [str(last - i) for i in range(3)]
    values = [f"{draw.uniform(1, 90):.1f}" for _ in years]
    text = worded(draw, "fact", n=name, **dict(zip("abc", years, strict=True)),
                  **dict(zip(("va", "vb", "vc"), values, strict=True)))  # fmt: skip
    told = 3 if values[2] in text else 2
    return Series(name, tuple(years[:told]), tuple(values[:told])), text


def index_page(draw: random.Random) -> MadePage:
    """What a stock and indexes came to, year by year, from a base of 100."""
    last = draw.randint(2005, 2019)
    years = tuple(str(last - i) for i in range(6))
    names = draw.sample(_INDEXES, 3)
    rows = [
        Series(n, years, (*(f"{draw.uniform(60, 240):.2f}" for _ in years[1:]), "100.00"))
        for n in names
    ]
    header = ("", *reversed(years))
    grid = Grid(header, tuple((s.name, *reversed(s.values)) for s in rows))
    return MadePage(tuple(rows), rows[0], grid)


def purchases_page(draw: random.Random) -> MadePage:
    """Shares bought back month by month, and their average price."""
    header = ("", "total number of shares purchased", "average price paid per share")
    rows = [
        Series(
            month, header[1:], (str(draw.randint(10_000, 900_000)), f"{draw.uniform(5, 90):.2f}")
        )
        for month in draw.sample(_MONTHS, 4)
    ]
    grid = Grid(header, tuple((s.name, *s.values) for s in rows))
    return MadePage(tuple(rows), rows[0], grid)


def _figure(draw: random.Random, scale: int) -> str:
    value = draw.uniform(0.05, 1) * scale
    return f"{value:.1f}" if scale <= 1000 and draw.random() < 0.5 else str(int(value) + 1)
