"""A universe as a user names it -> the CIKs of its companies.

EDGAR has no list of the members of an index, and their owners do not give theirs away. But a fund
that follows an index holds its members, and reports on EDGAR what it holds.
"""

import re
from collections.abc import Callable
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import find_ciks, list_companies, ticker_list
from secqa.ingest.edgar.fund_holdings import last_portfolio, link

ALL = "all"
"""The universe of all who file."""
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
"""Indexes, and a fund that follows each by holding its members: all, of very many nearly all."""
_LARGEST = re.compile(r"largest:([1-9]\d{0,5})")
_FUND = "fund:"


def find_universe(
    edgar: Edgar, universe: str, tell: Callable[[str], None] = lambda line: None
) -> list[int] | None:
    """The CIKs of a universe: of a file, an index, a fund, of `largest:N`; None for `all`.

    `fund:IVV` are the companies whose common stocks a fund held when it last reported; `tell` is
    told which report that is, and each stock that is of no company of EDGAR's for sure.
    `largest:N` are the first companies of EDGAR's list of tickers, which comes with the largest
    first; EDGAR does not say by what, and lists today's companies only.
    Raises `SecqaError` for what is none of these, and as `find_ciks` and `last_portfolio`.
    """
    largest = _LARGEST.fullmatch(universe)
    if Path(universe).exists():
        return find_ciks(edgar, read_universe(Path(universe)))
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
    """The companies of a file, one a line; empty lines and what follows `#` do not count."""
    lines = read_text(path, "give a text file with a ticker, CIK or name a line").splitlines()
    return [name for line in lines if (name := line.partition("#")[0].strip())]


def _fund_members(edgar: Edgar, fund: str, tell: Callable[[str], None]) -> list[int]:
    held = last_portfolio(edgar, fund)
    listed = list_companies(edgar)
    # With it comes pandas, which only those wait for who ask for a fund.
    from edgar.reference import get_ticker_from_cusip

    linked = link(held.stocks, listed, get_ticker_from_cusip)
    if not linked.ciks:
        raise SecqaError(
            f"{fund}: {held.fund} reported no common stock of a company that is on EDGAR; "
            "give another fund"
        )
    left = f"; {len(linked.unlinked):,} stocks left out" if linked.unlinked else ""
    tell(
        f"{fund}: {held.fund} ({held.series}) held at {held.period} {len(held.stocks):,} common "
        f"stocks of {len(linked.ciks):,} companies on EDGAR{left}"
    )
    for stock, why in linked.unlinked:
        cusip = f" ({stock.cusip})" if stock.cusip else ""
        tell(f"  left out: {stock.title}{cusip}: {why}")
    return list(linked.ciks)
