"""Whether an answer in words says that it has none: a text in, where it says so out."""

import re

_VERBS = (
    "answer|determine|calculat|comput|find|found|provid|disclos|report|mention|contain|includ|"
    "specif|stat|list|locat|given|giv|identif|verif|confirm|deriv|avail|know|access|among|present"
)
_REFUSES = re.compile(
    rf"""
    \b(?:i|we)(?:\s(?:am|was|are|were|'m))?\s?(?:'m)?\s
        (?:do\snot|don't|cannot|can't|could\snot|couldn't|did\snot|didn't|unable|not\sable)\b
    | \bunable\sto\s(?:{_VERBS})
    | \b(?:cannot|can't|could\snot|couldn't)\s(?:be\s)?(?:{_VERBS})
    | \b(?:is|are|was|were)\s(?:not|n't)\s(?:\w+\s)?(?:{_VERBS})
    | \b(?:isn't|aren't|wasn't|weren't)\s(?:\w+\s)?(?:{_VERBS})
    | \bnot\s(?:avail|disclos|provid|report|mention|given|stated|found|specified|applicable)
    | \b(?:does|do|did)\s(?:not|n't)\s(?:\w+\s)?(?:{_VERBS})
    | \b(?:doesn't|don't|didn't)\s(?:\w+\s)?(?:{_VERBS})
    | \bno\s(?:\w+\s)?(?:information|data|answer|mention|such|figures?|filings?|documents?)\b
    | \binsufficient\b | \bunanswerable\b
    | ^\W*(?:n/a|na|null|nil|unknown|none|cannot|can't)\W*$
    """,
    re.VERBOSE,
)
_YET = re.compile(r"\b(?:but|however|although|though|yet|still|nevertheless|based on)\b")


def refusal_in(text: str) -> re.Match[str] | None:
    """The words that refuse, of a text in small letters; None where none do."""
    return _REFUSES.search(text.replace("’", "'"))


def refuses(text: str, answers: list[int]) -> bool:
    """Whether a text in small letters refuses; `answers` are the places of what may answer.

    "Cash was $5 billion, which does not include …" answers, and so does "I could not find it, but
    it was about $5 billion"; "I cannot tell 2024; 2023 was $5 billion" does not.
    """
    found = refusal_in(text)
    if found is None:
        return False
    if not answers:
        return True
    first = min(answers)
    return first > found.start() and _YET.search(text, found.end(), first) is None
