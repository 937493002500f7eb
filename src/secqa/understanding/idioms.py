"""Turns of speech: a question's skeleton in, the same in the words that operations are known by.

"Who was the runner-up in µ" asks for the second highest, "by how much did ¤ outspend ¤ on µ" for
by how much one exceeds the other. What is only another way to say the same is put into plain
words here, so that each operation has few patterns and an idiom serves all that it fits.
"""

import re

_PLACED = r"(?:came|come|comes|rank(?:s|ed)?|place[sd]?|finish(?:es|ed)?|stands?|stood)"
_RISING = (
    r"(?:gr[eo]w\w*|expand\w*|increas\w+|r[io]s\w+|climb\w*|shr[aiu]nk\w*|declin\w+|f[ae]ll\w*)"
)
_DENIED = (
    r"(?:\bnot|n['’]t|\bfail(?:s|ed)? to)"
    r"((?: (?:be|have|earn|make|report|record|post|show|spend|pay|generate|reach|of|a|an|µ))*)"
)
_FRACTIONS = {
    "(?:a |one[ -])?half": 50.0,
    "(?:a|one)[ -]third": 100 / 3,
    "two[ -]thirds": 200 / 3,
    "(?:a|one)[ -]quarter": 25.0,
    "three[ -]quarters": 75.0,
    "(?:a|one)[ -]fifth": 20.0,
    "(?:a|one)[ -]tenth": 10.0,
}
_IDIOMS = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r" ?(?:%|\bper cent\b)", " percent"),
        (r"\b(?:basis points?|bps?)\b|\bpps?\b|\bpercent points?\b", "percentage points"),
        (r"\b(?:the )?runners?[- ]up\b|\bnumber two\b|\b(?:in )?second place\b|\bno\. ?2\b",
         "second highest"),
        (rf"\b{_PLACED} (?:in )?(?:at )?(?:the )?(second|third|fourth|fifth|2nd|3rd|4th)\b"
         r"(?: place)?(?! (?:highest|lowest|largest|smallest))", r"\1 highest"),
        (rf"\b{_PLACED} (?:in )?(?:first|at the top|on top|top)\b(?: place)?|\bnumber one\b"
         r"|\b(?:lead|leads|led|top|tops|topped) the (?:group|pack|field|list|way|ranking)\b"
         r"|\bcame out ahead\b", "highest"),
        (rf"\b{_PLACED} (?:in )?(?:last|at the bottom)\b(?: place)?|\bbrought up the rear\b",
         "lowest"),
        (r"\bpeak(?:ed|s)?\b|\b(?:reach|hit)(?:ed|es|s)? (?:its|their|a) (?:high|highest|maximum)\b"
         r"(?: point)?|\bhigh point\b|\bat its height\b", "highest"),
        (r"\btrough(?:ed)?\b|\bbottom(?:ed)? out\b|\blow point\b"
         r"|\b(?:reach|hit)(?:ed|es|s)? (?:its|their|a) (?:low|lowest|minimum)\b", "lowest"),
        (r"\bout-?(?:spen[dt]|earn(?:ed|s)?|s[eo]l[dl]|strip(?:ped|s)?|pac(?:es|ed|e)"
         r"|perform(?:ed|s)?|rank(?:ed|s)?|weigh(?:ed|s)?|number(?:ed|s)?|do|did|do(?:es|ne)"
         r"|shone|shine)\b|\b(?:surpass|eclips|overtake)(?:es|ed|e)?\b", "exceed"),
        (r"\b(?:in|for|over|during) (?:a|an|the) (?:typical|normal|average) (?:year|quarter)\b"
         r"|\b(?:typically|each year on average|a year on average|yearly average of|averag(?:ed|es)"
         r"|averaging)\b", "average"),
        (r"\b(?:no|not) (?:more|higher|larger|greater) than\b|\bup to\b(?= \W?\d)"
         r"|\ba maximum of\b", "at most"),
        (r"\b(?:no|not) (?:less|lower|fewer|smaller) than\b|\ba minimum of\b", "at least"),
        (r"([$€£]? ?\d[\d.,]*(?: \w+)?) or (?:more|above|higher)\b", r"at least \1"),
        (r"([$€£]? ?\d[\d.,]*(?: \w+)?) or (?:less|fewer|below|lower)\b", r"at most \1"),
        (rf"{_DENIED} (?:reach|hit)(?:ed|es|s)?(?= \W?\d)", r"\1 below"),
        (r"\b(?:reach|hit)(?:ed|es|s)?(?= \W?\d)", "at least"),
        (rf"{_DENIED} (?:above|over|exceed(?:ed|s)?|(?:more|higher|larger|greater) than)\b",
         r"\1 at most"),
        (rf"{_DENIED} (?:below|under|(?:less|lower|fewer|smaller) than)\b", r"\1 at least"),
        (r"\b(?:all told|all in all|in all|in the aggregate|when all is added up)\b", "altogether"),
        (r"\b(?:in excess of|north of|upwards? of|cross(?:ed)? the|past the)\b", "above"),
        (r"\b(?:south of|short of|shy of)\b", "below"),
        (rf"\bhow (?:fast|quickly|rapidly|strongly|steeply)\b(?=.*\b{_RISING}\b)",
         "by what percent"),
        (r"\bat what (?:pace|speed|rate|clip)\b", "by what percent"),
        (r"\b(?:by )?what rate of (?=growth|increase|decline)", "what percent "),
        (r"\b(?:of|out of|from|for|per) (?:each|every)(?: single)? µ dollar\b", "per dollar of µ"),
        (r"\b(?:bring|brought|pay|paid|work|worked|whittled?|pared?) (?:it )?down\b", "reduce"),
        (r"\bdivid(?:e|ed|ing)((?: (?:¤|the|its|their|total))*) µ by\b", r"\1 µ divided by"),
        (r"\b(?:break|broke|split|broken) (?:it )?(?:down|out)\b", ""),
    )
) + tuple(
    (
        re.compile(
            rf"\b((?:more|less) than|over|under|above|below|at least|at most|exceed\w*) {part}\b"
            r"(?: of)?"
        ),
        rf"\1 {percent:.12g} percent of",
    )
    for part, percent in _FRACTIONS.items()
)  # fmt: skip


def in_plain_words(text: str) -> str:
    """The text of a skeleton with its idioms replaced; companies and metrics stay in order."""
    for pattern, plain in _IDIOMS:
        text = pattern.sub(plain, text)
    return text
