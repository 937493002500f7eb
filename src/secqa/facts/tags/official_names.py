"""Names on a cover -> the codes that EDGAR files them under: "Delaware" is DE, "Nasdaq" NASDAQ."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

# fmt: off
_STATES = {
    "alabama": "AL", "alaska": "AK", "alberta": "AB", "american samoa": "AS", "arizona": "AZ",
    "arkansas": "AR", "british columbia": "BC", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "district of columbia": "DC", "florida": "FL",
    "georgia": "GA", "guam": "GU", "hawaii": "HI", "idaho": "ID", "illinois": "IL", "indiana": "IN",
    "iowa": "IA", "kansas": "KS", "kentucky": "KY", "louisiana": "LA", "maine": "ME",
    "manitoba": "MB", "maryland": "MD", "massachusetts": "MA", "michigan": "MI", "minnesota": "MN",
    "mississippi": "MS", "missouri": "MO", "montana": "MT", "nebraska": "NE", "nevada": "NV",
    "new brunswick": "NB", "new hampshire": "NH", "new jersey": "NJ", "new mexico": "NM",
    "new york": "NY", "newfoundland": "NL", "newfoundland and labrador": "NL",
    "north carolina": "NC", "north dakota": "ND", "northern mariana islands": "MP",
    "northwest territories": "NT", "nova scotia": "NS", "nunavut": "NU", "ohio": "OH",
    "oklahoma": "OK", "ontario": "ON", "oregon": "OR", "pennsylvania": "PA",
    "prince edward island": "PE", "puerto rico": "PR", "quebec": "QC", "québec": "QC",
    "rhode island": "RI", "saskatchewan": "SK", "south carolina": "SC", "south dakota": "SD",
    "tennessee": "TN", "texas": "TX", "united states minor outlying islands": "UM",
    "utah": "UT", "vermont": "VT", "virgin islands us": "VI", "virginia": "VA",
    "washington": "WA", "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY", "yukon": "YT",
}
_EDGAR_ONLY = {
    "alberta": "A0", "british columbia": "A1", "manitoba": "A2", "new brunswick": "A3",
    "newfoundland": "A4", "newfoundland and labrador": "A4", "nova scotia": "A5", "ontario": "A6",
    "prince edward island": "A7", "quebec": "A8", "québec": "A8", "saskatchewan": "A9",
    "yukon": "B0", "cape verde": "E8", "netherlands antilles": "P8", "macedonia": "1U",
    "republic of macedonia": "1U", "swaziland": "V6", "virgin islands us": "VI",
    "virgin islands british": "D8", "unknown": "XX",
}
_EXCHANGES = (
    (r"\bbox\b", "BOX"), (r"cboe c2", "C2"), (r"miami international", "MIAX"),
    (r"miax pearl", "PEARL"), (r"nasdaq gemx", "GEMX"), (r"nasdaq ise", "ISE"),
    (r"nasdaq mrx", "MRX"), (r"investors exchange", "IEX"),
    (r"nasdaq (?:omx )?bx|boston stock", "BX"), (r"nasdaq (?:omx )?phlx|philadelphia", "PHLX"),
    (r"nasdaq", "NASDAQ"), (r"nyse american|nyse mkt|american stock", "NYSEAMER"),
    (r"nyse arca|pacific exchange", "NYSEArca"), (r"chicago stock|nyse chicago", "CHX"),
    (r"nyse national|national stock", "NYSENAT"), (r"new york stock exchange|nyse", "NYSE"),
    (r"cboe bzx|bats bzx", "CboeBZX"), (r"cboe byx", "CboeBYX"), (r"cboe edga", "CboeEDGA"),
    (r"cboe edgx", "CboeEDGX"), (r"cboe|chicago board options", "CBOE"), (r"\biex\b", "IEX"),
    (r"long[- ]term stock", "LTSE"), (r"\bmemx\b|members exchange", "MEMX"),
)
# fmt: on


def state_code(text: str) -> str:
    """The code of a state or province; ValueError for another name."""
    name = _bare(text)
    if name not in _STATES:
        raise ValueError(f"{text!r} is no state")
    return _STATES[name]


def country_code(text: str) -> str:
    """The ISO code of a country; ValueError for another name."""
    name = _bare(text)
    for code, country in _countries().items():
        if name in country["names"]:
            return code
    raise ValueError(f"{text!r} is no country")


def edgar_code(text: str) -> str:
    """EDGAR's code of a state, province or country outside the United States; ValueError else."""
    name = _bare(text).removesuffix(" canada") or "canada"
    if name in _EDGAR_ONLY:
        return _EDGAR_ONLY[name]
    code: str = _countries()[country_code(text)]["edgar"]
    if not code:
        raise ValueError(f"{text!r} has no code of EDGAR's")
    return code


def country_names(code: str) -> tuple[str, ...]:
    """What a country is called, its ISO code first."""
    return (code, *_countries().get(code, {"names": ()})["names"])


def exchange_code(text: str) -> str:
    """The code of an exchange; ValueError for another name."""
    name = _bare(text)
    for pattern, code in _EXCHANGES:
        if re.search(pattern, name):
            return code
    raise ValueError(f"{text!r} is no exchange")


def filer_category(text: str) -> str:
    """ "Large accelerated filer" -> "Large Accelerated Filer"; ValueError for another name."""
    words = re.findall(r"[a-z]+", text.lower())
    if words[-2:] != ["accelerated", "filer"]:
        raise ValueError(f"{text!r} is no filer category")
    before = {"large": "Large ", "non": "Non-"}.get(words[0], "")
    return f"{before}{'a' if before == 'Non-' else 'A'}ccelerated Filer"


def _bare(text: str) -> str:
    """ "The U.S. Virgin  Islands" -> "us virgin islands"."""
    return " ".join(re.sub(r"[^\w\s-]", "", text.lower()).split()).removeprefix("the ")


@lru_cache
def _countries() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("secqa.facts.tags") / "countries.toml").read_text(encoding="utf-8"))
