"""Where in a report a page stands, under names that all forms share.

In: a form and a Part and Item of it. Out: the part of the report. The forms number the same matter
differently: Item 2 is properties in a 10-K and the management's discussion in a 10-Q.
"""

_ANNUAL = {
    "": "cover",
    "I/1": "business",
    "I/1A": "risk factors",
    "I/1C": "security",
    "I/2": "properties",
    "I/3": "legal proceedings",
    "I/4": "executives",  # Companies list their officers here.
    "II/5": "market",
    "II/7": "discussion",
    "II/7A": "market risk",
    "II/8": "statements",
    "II/9A": "controls",
}
_QUARTERLY = {
    "": "cover",
    "I/1": "statements",
    "I/2": "discussion",
    "I/3": "market risk",
    "I/4": "controls",
    "II/1": "legal proceedings",
    "II/1A": "risk factors",
    "II/2": "market",
    "II/6": "exhibits",
}
_BY_PART_OF_FORM = {"III": "governance", "IV": "exhibits"}


def part_of(form: str, section: str) -> str:
    """The part that a section of a form is; "" for one that answers nothing in particular."""
    if form.startswith("8-K"):
        return {"": "cover", "9.01": "attachment"}.get(section, "event")
    if form in ("", "6-K", "6-K/A"):
        # An earnings release: the management tells the results.
        return "discussion"
    if not form.startswith(("10-K", "10-Q")):
        # A foreign annual report, a registration: their Items are other ones.
        return ""
    part = (_QUARTERLY if form.startswith("10-Q") else _ANNUAL).get(section)
    return _BY_PART_OF_FORM.get(section.partition("/")[0], "") if part is None else part
