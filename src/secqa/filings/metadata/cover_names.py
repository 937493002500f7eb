"""Find company, form, period and symbol on a cover and in a file's name.

A cover prints "(Exact name of registrant as specified in its charter)" below the name. Some omit
this and print the name between the Commission's file number and the state of incorporation. A
press release has no cover; its first sentence names the company and its symbol. File names
("ACME_2018_10K.pdf", "AAPL/10-Q-2023-Q2.html") are the last resort and count as guesses.
"""

import re
from collections.abc import Sequence

from secqa.filings.document import Element
from secqa.filings.metadata.company_names import AMERICAN_FORMS

_CHARTER = re.compile(
    r"(?i)exact\s+name\s+of\s+(?:the\s+)?(?:registrant|company)|name\s+of\s+issuer"
)
_COVER_LINE = re.compile(r"(?i)commission\s+file|transition\s+(?:report|period)|\bpursuant\b")
_FILE_NUMBER = re.compile(r"(?i)commission\s+file\s+(?:number|no\.?):?\s*[\d-]+")
_INCORPORATED = re.compile(r"(?i)\bincorporat|\bI\.?R\.?S\b|\b\d\d-\d{7}\b")
_TITLES = 5
"""Number of initial lines that may name the company in a text without a cover."""
_NAME_WORDS = 8
_LONGEST = 100
"""Maximum characters of a company name."""
_WORD = r"[A-Z0-9][\w&'’.-]{0,30}"
_JOIN = r"(?: &| and|(?<!(?i:report))(?<!10-[KQ]) of|,)?"
_FORM = rf"(?:plc|(?=[A-Z])(?i:{'|'.join(AMERICAN_FORMS)}))\b\.?"
_TITLE_NAME = re.compile(
    rf"\b(?!The {_FORM}){_WORD}(?:{_JOIN} {_WORD}){{0,{_NAME_WORDS}}}?,? {_FORM}"
)
_EXCHANGE = r"(?:NYSE|NASDAQ|Nasdaq|AMEX|New York Stock Exchange)(?: [A-Z]\w*){0,2}"
_TRADED = re.compile(
    rf"(?P<name>{_WORD}(?:,? {_WORD}){{0,5}}) \({_EXCHANGE}: ?(?P<symbol>[A-Z]{{1,5}})\b"
)

_LISTED = re.compile(
    r"\b([A-Z]{1,5})[\s|]+(?:[Tt]he\s+)?(?:New York Stock Exchange|N(?:asdaq|ASDAQ)|NYSE)\b"
)


def printed_company(cover: Sequence[Element]) -> str:
    """The registrant's name; "" if it is a picture or cannot be recognised."""
    for at, element in enumerate(cover):
        match = _CHARTER.search(element.text)
        if match is None:
            continue
        within = " ".join(element.text[: match.start()].rstrip(" (_-").split())
        # Column names of a table are not a company name.
        if 2 < len(within) < _LONGEST and "|" not in within:
            return within
        for other in reversed(cover[:at]):
            if any(letter.isalpha() for letter in other.text):
                # If the name is a picture, the line above is another part of the cover.
                return "" if _COVER_LINE.search(other.text) else _line(other)
    return _under_file_number(cover)


def _under_file_number(cover: Sequence[Element]) -> str:
    """The line between the file number and the state of incorporation."""
    for number, name, after in zip(cover, cover[1:], cover[2:], strict=False):
        if (
            _FILE_NUMBER.fullmatch(number.text.strip())
            and _INCORPORATED.search(after.text)
            and not _INCORPORATED.search(name.text)
            and any(letter.isalpha() for letter in name.text)
            and len(name.text) < _LONGEST
        ):
            return _line(name)
    return ""


def titled_company(beginning: Sequence[Element]) -> str:
    """The first name with a legal form in the initial lines: "Annual Report of Acme, Inc."; else
    ""."""
    titles = (_TITLE_NAME.search(_line(element)) for element in beginning[:_TITLES])
    return next((found[0] for found in titles if found), "")


def printed_symbols(cover: Sequence[Element]) -> tuple[str, ...]:
    """The trading symbols in the cover's table of exchanges, which covers have since 2019."""
    text = " | ".join(element.text for element in cover)
    return tuple(dict.fromkeys(_LISTED.findall(text))) if "trading symbol" in text.lower() else ()


def traded_company(beginning: Sequence[Element]) -> tuple[str, str] | None:
    """Name and symbol of the first company named as in "Acme Tools, Inc. (NYSE: ACME)"."""
    for element in beginning:
        if element.table is None and (match := _TRADED.search(element.text)):
            return match["name"], match["symbol"]
    return None


def _line(element: Element) -> str:
    return " ".join(element.text[:_LONGEST].split())


_NAME_FORM = re.compile(
    r"(?i)(?<![a-z0-9])(10-?kt?(?:405)?|10-?q|8-?k|20-?f)(-?/?a(?![a-z]))?(?![a-z])"
)
_NAME_PARTS = str.maketrans("\\_.-", "////")
_NAME_YEAR = re.compile(r"(?i)(?<!\d)((?:19|20)\d\d)(?:[ _-]?(q[1-4]))?(?!\d|-\d\d)")


def form_name(printed: str, is_amendment: bool) -> str:
    """Write a form as EDGAR does: "10-K405/A" for an amended "10 - k405"."""
    text = "".join(printed.split()).upper()
    letters = text.lstrip("0123456789-")
    number = text[: len(text) - len(letters)].rstrip("-")
    return f"{number}-{letters}" + ("/A" if is_amendment else "")


def form_in(name: str) -> str:
    """The form in a file's name: "10-K" in "acme-10k.htm"."""
    match = _NAME_FORM.search(name)
    return form_name(match[1], is_amendment=bool(match[2])) if match else ""


def period_in(name: str) -> tuple[int | None, str]:
    """Year and period in a file's name: "ACME_2023Q2_10Q.pdf"; "FY" for a fourth quarter."""
    match = _NAME_YEAR.search(name.rpartition("/")[2])
    if match is None:
        return None, ""
    quarter = (match[2] or "").upper()
    return int(match[1]), "FY" if quarter == "Q4" else quarter


def company_in(name: str) -> str:
    """The text before the year in a file's name: "ACME_2018_10K.pdf"."""
    stem = name.rpartition("/")[2]
    match = _NAME_YEAR.search(stem)
    before = stem[: match.start()] if match else ""
    company = " ".join(before.replace("_", " ").replace("-", " ").split())
    return "" if form_in(before) or len(company) < 2 else company


def ticker_in(name: str) -> str:
    """The ticker symbol in the name of a file or its folder, or ""."""
    for part in name.translate(_NAME_PARTS).split("/"):
        is_symbol = part.isascii() and part.isalpha() and part.isupper() and len(part) <= 5
        if is_symbol and part not in ("EX", "FORM", "K", "Q"):
            return part
    return ""
