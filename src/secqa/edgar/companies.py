"""What a user calls a company, or many -> CIKs: a ticker, a CIK or a name; a universe.

EDGAR's list of tickers names companies in capitals and with endings that nobody types; a name
is taken only where it means one company, for fetching another's filings is worse than asking.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from secqa.edgar.client import Edgar, NotFoundOnEdgar
from secqa.errors import SecqaError
from secqa.files import read_text

_CIK = re.compile(r"(?:CIK)?0*(\d{1,10})", re.IGNORECASE)
_ENDINGS = re.compile(
    r"\b(?:incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|sa|nv|ag|the|de)\b"
)
_MOST_NAMED = 5
_LARGEST = re.compile(r"largest:([1-9]\d{0,5})")
ALL = "all"
"""The universe of all who file."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of EDGAR's list of tickers."""

    cik: int
    ticker: str
    name: str


def find_ciks(edgar: Edgar, names: Iterable[str]) -> list[int]:
    """The CIKs that tickers, CIKs and names mean, in order and each once.

    Raises `SecqaError` for a name that means no company, or several.
    """
    listed: list[Listed] = []
    ciks: dict[int, None] = {}
    for name in names:
        number = _CIK.fullmatch(name.strip())
        if number:
            ciks[int(number[1])] = None
            continue
        listed = listed or _list(edgar)
        ciks[_find(name, listed)] = None
    return list(ciks)


def find_universe(edgar: Edgar, universe: str) -> list[int] | None:
    """The CIKs of a universe: those of a file, of `largest:N`; None for `all`.

    EDGAR has no list of the members of an index, and their owners do not give theirs away: such a
    universe is a file. `largest:N` are the first companies of EDGAR's list of tickers, which comes
    with the largest first; EDGAR does not say by what, and lists today's companies only.
    Raises `SecqaError` for what is none of these, and as `find_ciks`.
    """
    largest = _LARGEST.fullmatch(universe)
    if Path(universe).exists():
        return find_ciks(edgar, read_universe(Path(universe)))
    if universe == ALL:
        return None
    if largest:
        return list(dict.fromkeys(line.cik for line in _own_list(edgar)))[: int(largest[1])]
    raise SecqaError(
        f"--universe {universe}: EDGAR has no such list; give a file with a ticker, CIK or name a "
        "line, largest:500 for the first companies of EDGAR's own list, or all"
    )


def read_universe(path: Path) -> list[str]:
    """The companies of a file, one a line; empty lines and what follows `#` do not count."""
    lines = read_text(path, "give a text file with a ticker, CIK or name a line").splitlines()
    return [name for line in lines if (name := line.partition("#")[0].strip())]


def tickers_by_cik(edgar: Edgar) -> dict[int, tuple[str, ...]]:
    """The tickers of all companies that have some, each company's first one first."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for line in _list(edgar):
        found[line.cik].append(line.ticker)
    return {cik: tuple(tickers) for cik, tickers in found.items()}


def _list(edgar: Edgar) -> list[Listed]:
    """EDGAR's list; where a mirror has none, the one that edgartools brings."""
    try:
        return _own_list(edgar)
    except NotFoundOnEdgar:
        from edgar.reference.tickers import get_company_tickers

        table = get_company_tickers(clean_name=False)
        rows = zip(table["cik"], table["ticker"], table["company"], strict=True)
        return [Listed(int(cik), str(ticker), str(name)) for cik, ticker, name in rows]


def _own_list(edgar: Edgar) -> list[Listed]:
    url = f"{edgar.base_url}/files/company_tickers.json"
    try:
        return [
            Listed(int(line["cik_str"]), str(line["ticker"]), str(line["title"]))
            for line in edgar.get_json(url).values()
        ]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{url}: not EDGAR's list of tickers; check EDGAR_BASE_URL") from error


def _find(name: str, listed: Sequence[Listed]) -> int:
    ticker = name.strip().upper().replace(".", "-")
    for line in listed:
        if line.ticker.upper() == ticker:
            return line.cik
    wanted = _plain(name)
    for matches in (
        [line for line in listed if _plain(line.name) == wanted],
        [line for line in listed if f"{_plain(line.name)} ".startswith(f"{wanted} ")],
    ):
        ciks = {line.cik for line in matches}
        if wanted and len(ciks) == 1:
            return ciks.pop()
        if wanted and matches:
            raise SecqaError(f"{name}: means several companies; give one of {_named(matches)}")
    near = difflib.get_close_matches(wanted, {_plain(line.name) for line in listed}, n=3)
    close = [line for line in listed if _plain(line.name) in near]
    hint = f" ({_named(close)}?)" if close else ""
    raise SecqaError(f"{name}: no company of this ticker or name on EDGAR{hint}; give its CIK")


def _plain(name: str) -> str:
    words = re.sub(r"[^a-z0-9 ]", "", re.sub(r"[/&,-]", " ", name.lower()))
    return " ".join(_ENDINGS.sub(" ", words).split())


def _named(lines: Sequence[Listed]) -> str:
    """Companies by their first ticker."""
    by_cik = {line.cik: line for line in reversed(lines)}
    named = [f"{line.ticker} ({line.name})" for line in reversed(by_cik.values())]
    return ", ".join(named[:_MOST_NAMED]) + (", …" if len(named) > _MOST_NAMED else "")
