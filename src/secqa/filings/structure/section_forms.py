"""The Items that Forms 10-K and 10-Q prescribe, in their order, and what their headings say.

Patterns are of all years: Items were added, renamed and moved, and what a filing of 1995 calls
Item 4 has no part in one of today.
"""

_SUBJECTS_10K = {
    "I/1": "business",
    "I/1A": "risk factors",
    "I/1B": "unresolved staff",
    "I/1C": "cybersecurity",
    "I/2": "properties",
    "I/3": "legal proceedings",
    "I/4": "mine safety|submission of matters|reserved",
    "II/5": "market for",
    "II/6": "selected|reserved",
    "II/7": "management.s discussion|management.s financial",
    "II/7A": "quantitative and qualitative",
    "II/8": "financial statements",
    "II/9": "changes in and disagreements",
    "II/9A": "controls and procedures",
    "II/9B": "other information",
    "II/9C": "disclosure regarding foreign",
    "III/10": "directors",
    "III/11": "executive compensation",
    "III/12": "security ownership",
    "III/13": "certain relationships",
    "III/14": "principal account|controls and procedures",
    "IV/15": "exhibit|principal account",
    "IV/16": "form 10-k summary|exhibit",
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


def section_subjects(form: str) -> dict[str, str]:
    """Patterns of the headings of a Form 10-K or 10-Q by section, in the order it prescribes."""
    return _SUBJECTS_10Q if form.startswith("10-Q") else _SUBJECTS_10K
