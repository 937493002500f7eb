"""Read the metadata of a filing from the tags of its cover and from the printed cover.

Filings since 2019 tag their cover (`dei`); older ones and exhibits only print it, some of them
incompletely. Fields that the document does not state come from the file's name or from a rule,
and are listed in `guessed`.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from secqa.errors import SecqaError
from secqa.filings.dates import printed_date, printed_dates
from secqa.filings.decoding import folded
from secqa.filings.document import Element, Metadata, Page, Tag, Tagging
from secqa.filings.metadata.cover_names import (
    company_in,
    form_in,
    form_name,
    period_in,
    printed_company,
    printed_symbols,
    ticker_in,
    titled_company,
    traded_company,
)
from secqa.filings.metadata.fiscal_labels import FiscalLabel, fiscal_label

FORM = re.compile(
    r"(?i)\bform\s*(10\s?-?\s?kt?(?:405)?(?:sb)?|10\s?-?\s?qt?(?:sb)?|8\s?-?\s?k|20\s?-?\s?f"
    r"|40\s?-?\s?f|6\s?-?\s?k)"
    r"(\s*/\s*a\b)?"
)
_TRANSITION = re.compile(r"(?i)transition\s+period\s+from")
_PERIOD = re.compile(
    r"(?i)(?:(?:fiscal\s+)?(?:year|quarter|quarterly\s+period|period)\s+ended|"
    r"date\s+of\s+(?:earliest\s+event\s+reported|report))"
)
_SUFFIX = re.compile(r"(?i)\.(?:x?html?|pdf|txt|zip)(?:\.gz)?$")
_LOOKS_FILED = re.compile(
    r"(?i)securities\s+and\s+exchange\s+commission|\bform\s+(?:10|8|20|40|6)\s?-?\s?[kqf](?:t|sb|405)*\b"
    r"|\bexhibit\b|annual\s+report|quarterly\s+report|consolidated\s+(?:balance|statements?)|\bregistrant\b"
)
_WORD = re.compile(r"\w+")
_COMMON_WORDS = "a an and are as at by for from in is of on or our that the to was we with"
_COMMON = frozenset(_COMMON_WORDS.split())
_FEWEST_WORDS = 200
_COMMON_SHARE = 0.15
"""Least share of common words: in English prose a quarter or more, in code and noise near 0."""
_SYMBOL = re.compile(r"[A-Z]{1,5}(?:[.-][A-Z]{1,2})?")
_MONTH_DAY = re.compile(r"-*(\d\d)-(\d\d)")
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 300
"""Maximum characters of a cover fact."""
_CIK_DIGITS = 10
_COVER = 80
"""Number of elements at the start of a filing that may be its cover."""


def read_metadata(
    pages: Sequence[Page], tagging: Tagging, data: bytes, name: str
) -> tuple[Metadata, list[str]]:
    """Read the metadata and warnings about uncertain fields.

    Missing fields are guessed from the file's `name`; `data` are the file's bytes. The form is ""
    if the report names none. Raises `SecqaError` if neither tags nor text look like a report.
    """
    elements = [element for page in pages for element in page.elements]
    dei = _dei(tagging.tags)
    if not dei and not _is_report(elements):
        raise SecqaError(f"{name}: not a filing; give a Form 10-K, 10-Q, 8-K or its exhibit")
    cover = elements[:_COVER]
    guessed: list[str] = []
    form = dei.get("DocumentType", "").upper() or _printed_form(cover)
    if not form:
        form = form_in(name)
        guessed += ["form"] * bool(form)
    if dei.get("AmendmentFlag", "").lower() == "true" and form and not form.endswith("/A"):
        form += "/A"
    end = printed_date(dei.get("DocumentPeriodEndDate", "")) or _printed_period_end(cover)
    label, guessed_labels = _fiscal(dei, form, end, elements, name)
    guessed += guessed_labels
    company = dei.get("EntityRegistrantName", "") or printed_company(cover)
    tickers = _tickers(tagging.tags)
    if not company and (traded := traded_company(cover)):
        company, tickers = traded[0], traded[1:]
    if not tickers and (symbol := ticker_in(name)):
        tickers = (symbol,)
        guessed.append("ticker")
    if not company:
        company = company_in(name) or titled_company(cover) or "".join(tickers[:1])
        guessed += ["company"] * bool(company)
    metadata = Metadata(
        document_id="",
        company=company,
        ticker="",
        cik=cik_in(dei.get("EntityCentralIndexKey", "")),
        form=form,
        fiscal_year=label.year,
        fiscal_period=label.period,
        period_end=end,
        fiscal_year_end=_month_day(dei.get("CurrentFiscalYearEndDate", "")),
        tickers=tickers,
        source=name,
        sha256=hashlib.sha256(data).hexdigest(),
        guessed=tuple(guessed),
    )
    # Published benchmarks use ids that were made before printed symbols were read.
    known_as = document_id(metadata)
    tickers = tuple(dict.fromkeys((*printed_symbols(cover), *tickers)))
    ticker = tickers[0] if tickers else ""
    metadata = replace(metadata, document_id=known_as, ticker=ticker, tickers=tickers)
    return metadata, list(filter(None, [label.doubt]))


def _is_report(elements: Sequence[Element]) -> bool:
    """Whether the text has words typical of filings or is English prose of some length."""
    if any(_LOOKS_FILED.search(element.text) for element in elements):
        return True
    words = [
        word
        for element in elements
        if element.table is None
        for word in _WORD.findall(element.text[:5_000])
    ]
    common = sum(word.lower() in _COMMON for word in words)
    return len(words) >= _FEWEST_WORDS and common >= _COMMON_SHARE * len(words)


# -- tags ---------------------------------------------------------------------------------


def _dei(tags: Iterable[Tag]) -> dict[str, str]:
    """Cover facts by concept; the first of several is the registrant's own. Skips texts too long
    for a cover, which come from damaged markup."""
    facts: dict[str, str] = {}
    for tag in tags:
        name = tag.attributes.get("name", "")
        if name.startswith("dei:") and 0 < len(text := folded(tag.text)) < _LONGEST:
            facts.setdefault(name.removeprefix("dei:"), text)
    return facts


def _tickers(tags: Iterable[Tag]) -> tuple[str, ...]:
    """Trading symbols in the order of the cover; skips those of bonds, which contain years."""
    symbols = (
        tag.text.strip().strip('“”"').upper()
        for tag in tags
        if tag.attributes.get("name") == "dei:TradingSymbol"
    )
    return tuple(dict.fromkeys(symbol for symbol in symbols if _SYMBOL.fullmatch(symbol)))


def _month_day(text: str) -> str:
    """Write "--09-28" or "September 28" as "09-28"; "" for other texts."""
    if match := _MONTH_DAY.fullmatch(text):
        return f"{match[1]}-{match[2]}"
    printed = printed_date(f"{text}, 2024")
    return f"{printed:%m-%d}" if printed else ""


def _fiscal(
    dei: dict[str, str], form: str, end: date | None, elements: Sequence[Element], name: str
) -> tuple[FiscalLabel, list[str]]:
    """Fiscal year and period as the company numbers them, and the names of guessed fields."""
    year_text = dei.get("DocumentFiscalYearFocus", "")
    year = int(year_text) if len(year_text) == 4 and year_text.isdecimal() else None
    period = dei.get("DocumentFiscalPeriodFocus", "").upper()
    if not period and form.startswith("10-K"):
        period = "FY"
    file_year, file_period = period_in(name)
    label = FiscalLabel(year, period)
    if end is not None and form.startswith(("10-K", "10-Q")):
        if year is None or not period:
            label = fiscal_label(label, end, elements, FiscalLabel(file_year, file_period))
    elif not form.startswith("8-K"):
        # A period that ends in spring may belong to either year, and the file name decides;
        # otherwise a date is more reliable than a file name.
        trusted = file_period or end is None or end.month <= 3
        label = FiscalLabel(year or (file_year if trusted else None), period or file_period)
    guessed = ["fiscal_period"] * (label.period != period)
    return label, guessed + ["fiscal_year"] * (label.year != year)


# -- cover text ---------------------------------------------------------------------------


def _printed_form(cover: Sequence[Element]) -> str:
    for element in cover:
        match = FORM.search(element.text)
        if match and len(element.text) < 400:
            return form_name(match[1], is_amendment=bool(match[2]))
    return ""


def _printed_period_end(cover: Sequence[Element]) -> date | None:
    for element in cover:
        transition = _TRANSITION.search(element.text)
        days = printed_dates(element.text[transition.end() :]) if transition else []
        if len(days) > 1 and days[0] < days[1]:
            return days[1]
    for at, element in enumerate(cover):
        if match := _PERIOD.search(element.text):
            near = " ".join(other.text for other in cover[at : at + 2])
            if end := printed_date(near[match.start() :]):
                return end
    return None


def cik_in(text: str) -> str:
    """Return the text if it can be a CIK, else ""; file names are made from CIKs."""
    is_number = text.isascii() and text.isdecimal()
    return text if is_number and len(text) <= _CIK_DIGITS else ""


def document_id(metadata: Metadata) -> str:
    """Make a readable, stable id: `AAPL-10-K-2024`, or the file name if company or form is
    unknown."""
    form, tickers = metadata.form, metadata.tickers
    who = tickers[0] if tickers else _NOT_IN_ID.sub("-", metadata.company).strip("-").upper()
    if not who or not form:
        file = metadata.source.rpartition("/")[2]
        return _NOT_IN_ID.sub("-", _SUFFIX.sub("", file)).strip("-")
    parts = [who.replace(".", "-"), form.replace("/", "-")]
    if form.startswith(("10-K", "10-Q")) and metadata.fiscal_year is not None:
        parts.append(str(metadata.fiscal_year))
        if metadata.fiscal_period not in ("", "FY"):
            parts.append(metadata.fiscal_period)
    elif metadata.period_end is not None:
        parts.append(metadata.period_end.isoformat())
    return "-".join(parts)
