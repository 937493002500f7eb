"""Made-up pages to practise on: a table of amounts, of stock indexes or of shares bought back."""

import random
from dataclasses import dataclass

from secqa.conversation.offline.practice.wording import phrases, worded
from secqa.conversation.record import Grid

_TOTALS = ("total assets", "total revenue", "total costs", "total liabilities", "total")
_MONTHS = ("october", "november", "december", "january", "february", "march", "may", "june")
_INDEXES = ("common stock", "the s&p 500", "the industry index", "the nasdaq composite", "peers")
_YEARS = 3


@dataclass(frozen=True, slots=True)
class Series:
    """Something with a value a year."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and what can be asked about on it."""

    years: tuple[str, ...]
    """The latest first; what values are told apart by."""
    series: tuple[Series, ...]
    total: Series
    """What the others are parts of."""
    grid: Grid
    text: tuple[str, ...] = ()


def made_page(kind: str, draw: random.Random) -> MadePage:
    """A page of a kind: "amounts", "index" or "purchases"."""
    makers = {"amounts": _amounts, "index": _index, "purchases": _purchases}
    return makers[kind](draw)


def _amounts(draw: random.Random) -> MadePage:
    """Amounts by year with a total below, and a few that only sentences tell."""
    items = draw.sample(phrases()["items"], 10)
    last = draw.randint(2003, 2019)
    years = tuple(str(last - back) for back in range(_YEARS))
    scale = draw.choice((100, 1000, 10_000, 1_000_000))
    rows = [Series(name, _figures(draw, scale)) for name in items[:8]]
    total = Series(draw.choice(_TOTALS), _figures(draw, scale * 9))
    grid = Grid(("", *years), tuple((s.name, *s.values) for s in (*rows, total)))
    told = [Series(name, _figures(draw, 100)) for name in items[8:]]
    dates = dict(zip("abc", years, strict=True))
    text = [
        worded(
            draw, "fact", n=s.name, **dates, **dict(zip(("va", "vb", "vc"), s.values, strict=True))
        )
        for s in told
    ]
    return MadePage(years, (*rows, *told), total, grid, tuple(text))


def _index(draw: random.Random) -> MadePage:
    """What a stock and indexes came to, year by year, from a base of 100."""
    last = draw.randint(2005, 2019)
    years = tuple(str(last - back) for back in range(6))
    rows = [
        Series(name, (*(f"{draw.uniform(60, 240):.2f}" for _ in years[1:]), "100.00"))
        for name in draw.sample(_INDEXES, 3)
    ]
    grid = Grid(("", *reversed(years)), tuple((s.name, *reversed(s.values)) for s in rows))
    return MadePage(years, tuple(rows), rows[0], grid)


def _purchases(draw: random.Random) -> MadePage:
    """Shares bought back month by month, and their average price."""
    header = ("total number of shares purchased", "average price paid per share")
    rows = [
        Series(month, (str(draw.randint(10_000, 900_000)), f"{draw.uniform(5, 90):.2f}"))
        for month in draw.sample(_MONTHS, 4)
    ]
    grid = Grid(("", *header), tuple((s.name, *s.values) for s in rows))
    return MadePage(header, tuple(rows), rows[0], grid)


def _figures(draw: random.Random, scale: int) -> tuple[str, ...]:
    values = [draw.uniform(0.05, 1) * scale for _ in range(_YEARS)]
    return tuple(f"{v:.1f}" if scale <= 1000 else str(int(v) + 1) for v in values)
