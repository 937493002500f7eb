"""Find the companies of a universe: a file, an index, a fund or the largest.

EDGAR does not list the members of an index. But a fund that follows an index holds its members and
reports its holdings. So companies are found by ticker and by name, and uncertain ones are reported
instead of guessed.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import (
    TickerLine,
    find_ciks,
    legal_forms,
    list_companies,
    name_keys,
    share_a_word,
    ticker_list,
)
from secqa.ingest.edgar.fund_holdings import Holding, last_portfolio


@dataclass(frozen=True, slots=True)
class LinkedStocks:
    """The companies of some stocks."""

    ciks: tuple[int, ...]
    """Each once, in the order of the stocks."""
    unlinked: tuple[tuple[Holding, str], ...]
    """Stocks without a certain company, and the reason."""


def link(
    stocks: Iterable[Holding], listed: Iterable[TickerLine], ticker_of: Callable[[str], str | None]
) -> LinkedStocks:
    """Find the companies of some stocks in EDGAR's list of tickers.

    `ticker_of` gives the ticker of a CUSIP, None if unknown.
    """
    by_ticker: dict[str, TickerLine] = {}
    by_name: defaultdict[str, list[TickerLine]] = defaultdict(list)
    for line in listed:
        by_ticker.setdefault(_ticker(line.ticker), line)
        for key in name_keys(line.name):
            by_name[key].append(line)
    ciks: dict[int, None] = {}
    unlinked = []
    for stock in stocks:
        by_this_name = _ciks_by_name(stock, by_name)
        tickers = (stock.ticker, ticker_of(stock.cusip) or "" if stock.cusip else "")
        lines = [by_ticker[key] for ticker in tickers if (key := _ticker(ticker)) in by_ticker]
        agreed = [line.cik for line in lines if share_a_word(line.name, stock.name)]
        matches = agreed if len(by_this_name) != 1 else [*by_this_name]
        if matches:
            ciks[matches[0]] = None
        else:
            unlinked.append((stock, _why(by_this_name, lines)))
    return LinkedStocks(tuple(ciks), tuple(unlinked))


def _ciks_by_name(stock: Holding, by_name: Mapping[str, Sequence[TickerLine]]) -> set[int]:
    """The companies with the name of a stock."""
    lines = [line for key in name_keys(stock.name) for line in by_name.get(key, ())]
    forms = legal_forms(stock.name)
    return {line.cik for line in lines if stock.cusip or legal_forms(line.name) == forms}


def _ticker(ticker: str) -> str:
    """`BRK.B` and `BRK/B` as EDGAR has it, `BRK-B`."""
    return ticker.upper().replace(".", "-").replace("/", "-")


def _why(ciks: set[int], lines: list[TickerLine]) -> str:
    if ciks:
        return f"{len(ciks)} companies of this name"
    if lines:
        return f"{lines[0].ticker} is {lines[0].name} on EDGAR"
    return "no company of this name with a ticker on EDGAR"


ALL = "all"
"""The universe of all filers."""
INDEX_FUNDS = {
    "sp500": "IVV",
    "sp100": "OEF",
    "sp400": "IJH",
    "sp600": "IJR",
    "nasdaq100": "QQQM",
    "russell1000": "IWB",
    "russell2000": "IWM",
    "russell3000": "IWV",
}
"""Indexes, and for each a fund that holds all or nearly all of its members."""
_LARGEST = re.compile(r"largest:([1-9]\d{0,5})")
_FUND = "fund:"


def find_universe(
    edgar: Edgar,
    universe: str,
    tell: Callable[[str], None] = lambda line: None,
    unknown: list[str] | None = None,
) -> list[int] | None:
    """The CIKs of a file, an index, a fund or `largest:N`; None for `all`.

    `fund:IVV` means the companies of a fund's latest report; `tell` gets a line about the report
    and each stock without a certain company. `largest:N` means the first companies of EDGAR's list
    of tickers, which begins with the largest by an undocumented measure and has today's companies
    only. Raises `SecqaError` for any other text, and as `find_ciks` and `last_portfolio`.
    """
    largest = _LARGEST.fullmatch(universe)
    if Path(universe).exists():
        return find_ciks(edgar, read_universe(Path(universe)), unknown)
    if universe == ALL:
        return None
    if largest:
        return list(dict.fromkeys(line.cik for line in ticker_list(edgar)))[: int(largest[1])]
    fund = INDEX_FUNDS.get(universe.lower(), universe.removeprefix(_FUND))
    if universe.lower() in INDEX_FUNDS or (universe.startswith(_FUND) and fund):
        return _fund_members(edgar, fund, tell)
    raise SecqaError(
        f"--universe {universe}: no such universe; give a file with a ticker, CIK or name a line, "
        f"an index ({', '.join(INDEX_FUNDS)}), fund:TICKER for what a fund holds, largest:500 for "
        "the first companies of EDGAR's own list, or all"
    )


def read_universe(path: Path) -> list[str]:
    """The companies in a file, one a line, without empty lines and `#` comments."""
    lines = read_text(path, "give a text file with a ticker, CIK or name a line").splitlines()
    return [name for line in lines if (name := line.partition("#")[0].strip())]


def _fund_members(edgar: Edgar, fund: str, tell: Callable[[str], None]) -> list[int]:
    latest = last_portfolio(edgar, fund)
    listed = list_companies(edgar)
    # Imports pandas, which only funds need.
    from edgar.reference import get_ticker_from_cusip

    linked = link(latest.stocks, listed, get_ticker_from_cusip)
    if not linked.ciks:
        raise SecqaError(
            f"{fund}: {latest.fund} reported no common stock of a company that is on EDGAR; "
            "give another fund"
        )
    left = f"; {len(linked.unlinked):,} stocks left out" if linked.unlinked else ""
    tell(
        f"{fund}: {latest.fund} ({latest.series}) held at {latest.period} {len(latest.stocks):,} "
        f"common stocks of {len(linked.ciks):,} companies on EDGAR{left}"
    )
    for stock, why in linked.unlinked:
        cusip = f" ({stock.cusip})" if stock.cusip else ""
        tell(f"  left out: {stock.title}{cusip}: {why}")
    return list(linked.ciks)
