"""What a file's name tells of a filing where the filing itself does not.

People name files by form, year, company or trading symbol: "ACME_2018_10K.pdf",
"AAPL/10-Q-2023-Q2.html". It is the last resort, and what comes of it is marked as guessed.
"""

import re

_NAME_FORM = re.compile(
    r"(?i)(?<![a-z0-9])(10-?kt?(?:405)?|10-?q|8-?k|20-?f)(-?/?a(?![a-z]))?(?![a-z])"
)
_NAME_YEAR = re.compile(r"(?i)(?<!\d)((?:19|20)\d\d)(?:[ _-]?(q[1-4]))?(?!\d|-\d\d)")


def form_in(name: str) -> str:
    """The form in a file's name: "10-K" in "acme-10k.htm"."""
    found = _NAME_FORM.search(name)
    if found is None:
        return ""
    form = re.sub(r"(?i)^(10|8|20)-?", r"\1-", found.group(1)).upper()
    return form + ("/A" if found.group(2) else "")


def period_in(name: str) -> tuple[int | None, str]:
    """Year and period in a file's name: "ACME_2023Q2_10Q.pdf"; a fourth quarter closes a year."""
    found = _NAME_YEAR.search(name.rpartition("/")[2])
    if found is None:
        return None, ""
    quarter = (found[2] or "").upper()
    return int(found[1]), "FY" if quarter == "Q4" else quarter


def company_in(name: str) -> str:
    """What stands before the year in a file's name: "ACME_2018_10K.pdf"."""
    stem = name.rpartition("/")[2]
    found = _NAME_YEAR.search(stem)
    before = stem[: found.start()] if found else ""
    name = re.sub(r"[_\s-]+", " ", before).strip()
    return "" if form_in(before) or len(name) < 2 else name


def ticker_in(name: str) -> str:
    """The symbol that many people begin a file's or its folder's name with."""
    for part in re.split(r"[/\\_.-]", name):
        if re.fullmatch(r"[A-Z]{1,5}", part) and part not in ("EX", "FORM", "K", "Q"):
            return part
    return ""
