"""Find a company's CIK by ticker, CIK or name.

EDGAR's list of tickers has names in capitals and with endings that nobody types. A name must match
exactly one company, since fetching another company's filings is worse than an error.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from secqa.errors import SecqaError
from secqa.filings.metadata.company_names import LEGAL_FORMS, SAME_WORDS
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar

_CIK = re.compile(r"(?:CIK)?0*(\d{1,10})", re.IGNORECASE)
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class TickerLine:
    """A line of EDGAR's list of tickers."""

    cik: int
    ticker: str
    name: str


class UnknownFiler(SecqaError):
    """EDGAR has no company of a name or number, or several."""


@contextmanager
def collect_unknown(unknown: list[str] | None) -> Iterator[None]:
    """Turn an `UnknownFiler` into a line of `unknown`, if there is such a list."""
    try:
        yield
    except UnknownFiler as error:
        if unknown is None:
            raise
        unknown.append(str(error))


def find_ciks(edgar: Edgar, names: Iterable[str], unknown: list[str] | None = None) -> list[int]:
    """The CIKs of tickers, CIKs and names, in order and each once.

    A name that matches no company or several is a line of `unknown`; without that list it raises
    `UnknownFiler`.
    """
    listed: list[TickerLine] = []
    ciks: dict[int, None] = {}
    for name in names:
        number = _CIK.fullmatch(name.strip())
        if number:
            ciks[int(number[1])] = None
            continue
        listed = listed or list_companies(edgar)
        with collect_unknown(unknown):
            ciks[_find(name, listed)] = None
    return list(ciks)


def tickers_by_cik(edgar: Edgar) -> dict[int, tuple[str, ...]]:
    """The tickers of each listed company, its main ticker first."""
    tickers: defaultdict[int, list[str]] = defaultdict(list)
    for line in list_companies(edgar):
        tickers[line.cik].append(line.ticker)
    return {cik: tuple(symbols) for cik, symbols in tickers.items()}


def list_companies(edgar: Edgar) -> list[TickerLine]:
    """EDGAR's list of tickers; if a mirror has none, the copy in edgartools."""
    try:
        return ticker_list(edgar)
    except MissingOnEdgar:
        from edgar.reference.tickers import get_company_tickers

        table = get_company_tickers(clean_name=False)
        rows = zip(table["cik"], table["ticker"], table["company"], strict=True)
        return [TickerLine(int(cik), str(ticker), str(name)) for cik, ticker, name in rows]


def ticker_list(edgar: Edgar) -> list[TickerLine]:
    """EDGAR's list of tickers, largest company first."""
    url = f"{edgar.base_url}/files/company_tickers.json"
    try:
        return [
            TickerLine(int(line["cik_str"]), str(line["ticker"]), str(line["title"]))
            for line in edgar.get_json(url).values()
        ]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{url}: not EDGAR's list of tickers; check EDGAR_BASE_URL") from error


def _find(name: str, listed: Sequence[TickerLine]) -> int:
    ticker = name.strip().upper().replace(".", "-")
    for line in listed:
        if line.ticker.upper() == ticker:
            return line.cik
    wanted = plain_name(name)
    for matches in (
        [line for line in listed if plain_name(line.name) == wanted],
        [line for line in listed if f"{plain_name(line.name)} ".startswith(f"{wanted} ")],
    ):
        ciks = {line.cik for line in matches}
        if wanted and len(ciks) == 1:
            return ciks.pop()
        if wanted and matches:
            raise UnknownFiler(
                f"{name}: means several companies; give one of {_describe_matches(matches)}"
            )
    near = difflib.get_close_matches(wanted, {plain_name(line.name) for line in listed}, n=3)
    close = [line for line in listed if plain_name(line.name) in near]
    hint = f" ({_describe_matches(close)}?)" if close else ""
    raise UnknownFiler(f"{name}: no company of this ticker or name on EDGAR{hint}; give its CIK")


def _describe_matches(lines: Sequence[TickerLine]) -> str:
    """Name companies by their first ticker."""
    by_cik = {line.cik: line for line in reversed(lines)}
    names = [f"{line.ticker} ({line.name})" for line in reversed(by_cik.values())]
    return ", ".join(names[:_EXAMPLES]) + (", …" if len(names) > _EXAMPLES else "")


_FORMS = frozenset(SAME_WORDS.get(form, form) for form in LEGAL_FORMS)
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789 ")
_SAYS_NOTHING = frozenset({"and", "de", "the"})
_STATE = re.compile(r"(?:\s/[a-z]{2,4}|/[a-z]{2,4}/)\s*$")
"""A suffix for the state of incorporation, or `/NEW/`."""


def plain_name(name: str) -> str:
    """A name in lower case without its legal form; may be ""."""
    return " ".join(w for w in _words(name) if w not in _FORMS and w not in _SAYS_NOTHING)


def legal_forms(name: str) -> set[str]:
    """The legal forms in a name, abbreviated."""
    return set(_words(name)) & _FORMS


def name_keys(name: str) -> set[str]:
    """Keys that spellings of one name share: its letters, and its words in any order."""
    plain = plain_name(name)
    return {plain.replace(" ", ""), " ".join(sorted(plain.split()))} - {""}


def share_a_word(name: str, other: str) -> bool:
    """Return whether two names share a word other than a legal form."""
    return not set(plain_name(name).split()).isdisjoint(plain_name(other).split())


def _words(name: str) -> list[str]:
    apart = _STATE.sub("", name.lower()).translate(dict.fromkeys(map(ord, "/&,+-"), " "))
    kept = "".join(one for one in apart if one in _PLAIN)
    return [SAME_WORDS.get(word, word) for word in kept.split()]
