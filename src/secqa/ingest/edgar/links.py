"""Stocks that a fund holds -> companies of EDGAR, linked only where it is sure.

A fund's ticker is of the day of its report, and may be another company's today; a CUSIP is a
stock's for good, but who has it stands in no list of EDGAR's, only in one that edgartools brings.
So both count where the names agree, too. A name counts by itself where one company has it; that
of a stock from abroad, which has no CUSIP, only with its legal form, as many companies of the
world have a name in common with an American one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from secqa.ingest.edgar.companies import Listed
from secqa.ingest.edgar.names import legal_forms, name_keys, share_a_word
from secqa.ingest.edgar.portfolio import Holding


@dataclass(frozen=True, slots=True)
class Linked:
    """Which companies some stocks are of."""

    ciks: tuple[int, ...]
    """Each once, in the order of the stocks."""
    unlinked: tuple[tuple[Holding, str], ...]
    """Stocks of no company that is sure, and why."""


def link(
    stocks: Iterable[Holding], listed: Iterable[Listed], ticker_of: Callable[[str], str | None]
) -> Linked:
    """Find the companies of some stocks in EDGAR's list of tickers.

    `ticker_of` gives the ticker of a CUSIP, None where it is not known.
    """
    by_ticker: dict[str, Listed] = {}
    by_name: defaultdict[str, list[Listed]] = defaultdict(list)
    for line in listed:
        by_ticker.setdefault(_ticker(line.ticker), line)
        for key in name_keys(line.name):
            by_name[key].append(line)
    ciks: dict[int, None] = {}
    unlinked = []
    for stock in stocks:
        named = _named(stock, by_name)
        tickers = (stock.ticker, ticker_of(stock.cusip) or "" if stock.cusip else "")
        lines = [by_ticker[key] for ticker in tickers if (key := _ticker(ticker)) in by_ticker]
        agreed = [line.cik for line in lines if share_a_word(line.name, stock.name)]
        found = agreed if len(named) != 1 else [*named]
        if found:
            ciks[found[0]] = None
        else:
            unlinked.append((stock, _why(named, lines)))
    return Linked(tuple(ciks), tuple(unlinked))


def _named(stock: Holding, by_name: Mapping[str, Sequence[Listed]]) -> set[int]:
    """The companies that have the name of a stock."""
    lines = [line for key in name_keys(stock.name) for line in by_name.get(key, ())]
    forms = legal_forms(stock.name)
    return {line.cik for line in lines if stock.cusip or legal_forms(line.name) == forms}


def _ticker(ticker: str) -> str:
    """`BRK.B` and `BRK/B` as EDGAR has it, `BRK-B`."""
    return ticker.upper().replace(".", "-").replace("/", "-")


def _why(named: set[int], lines: list[Listed]) -> str:
    if named:
        return f"{len(named)} companies of this name"
    if lines:
        return f"{lines[0].ticker} is {lines[0].name} on EDGAR"
    return "no company of this name with a ticker on EDGAR"
