"""The Items that Forms 10-K and 10-Q prescribe, in their order, and what their headings say.

Patterns are of all years: Items were added, renamed and moved, and what a filing of 1995 calls
Item 4 has no part in one of today.
"""

_PARTS_10K = {
    "I": "1 1A 1B 1C 2 3 4",
    "II": "5 6 7 7A 8 9 9A 9B 9C",
    "III": "10 11 12 13 14",
    "IV": "15 16",
}
_PARTS_10Q = {"I": "1 2 3 4", "II": "1 1A 2 3 4 5 6"}
_SUBJECTS_10K = {
    "1": "business",
    "1A": "risk factors",
    "1B": "unresolved staff",
    "1C": "cybersecurity",
    "2": "properties",
    "3": "legal proceedings",
    "4": "mine safety|submission of matters|reserved",
    "5": "market for",
    "6": "selected|reserved",
    "7": "management.s discussion|management.s financial",
    "7A": "quantitative and qualitative",
    "8": "financial statements",
    "9": "changes in and disagreements",
    "9A": "controls and procedures",
    "9B": "other information",
    "9C": "disclosure regarding foreign",
    "10": "directors",
    "11": "executive compensation",
    "12": "security ownership",
    "13": "certain relationships",
    "14": "principal account|controls and procedures",
    "15": "exhibit|principal account",
    "16": "form 10-k summary|exhibit",
}
_SUBJECTS_10Q = {
    "I/1": "financial statements",
    "I/2": "management.s discussion|management.s financial",
    "I/3": "quantitative and qualitative",
    "I/4": "controls and procedures",
    "II/1": "legal proceedings",
    "II/1A": "risk factors",
    "II/2": "unregistered sales|issuer purchases|changes in securities|purchases of equity",
    "II/3": "defaults",
    "II/4": "mine safety|submission of matters",
    "II/5": "other information",
    "II/6": "exhibits",
}


def section_order(form: str) -> list[str]:
    """The sections of a Form 10-K or 10-Q as it prescribes them: "I/1", "I/1A", …"""
    parts = _PARTS_10Q if form.startswith("10-Q") else _PARTS_10K
    return [f"{part}/{item}" for part, items in parts.items() for item in items.split()]


def section_subjects(form: str) -> dict[str, str]:
    """Patterns of the headings by section, in the form's order."""
    if form.startswith("10-Q"):
        return _SUBJECTS_10Q
    return {section: _SUBJECTS_10K[section.split("/")[1]] for section in section_order(form)}
