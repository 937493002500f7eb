"""Words of comparison: more and less, up and down, above and below a limit.

Patterns for the texts of skeletons, and what several operations read alike: whether values or
their changes are compared in "grew the fastest".
"""

import re

from secqa.understanding.skeleton import PERCENT
from secqa.understanding.wanted import Kind

HIGH = (
    r"(?:highest|largest|biggest|greatest|(?<!at )most(?! recent)|maximum|max|strongest|top|best"
    r"|fastest|quickest|steepest|heaviest|richest|fattest|heftiest|widest|deepest|longest)"
)
LOW = (
    r"(?:lowest|smallest|(?<!at )least|fewest|minimum|min|weakest|worst|slowest|lightest|thinnest"
    r"|slimmest|leanest|narrowest|shortest|poorest)"
)
MORE = (
    r"(?:higher|larger|richer|fatter|heftier|bigger|greater|more|better|stronger|faster|quicker"
    r"|heavier|harder)"
)
LESS = r"(?:lower|smaller|poorer|leaner|slimmer|less|fewer|worse|weaker|slower|lighter)"
ABOVE = (
    r"(?:exceed(?:s|ed)?|surpass(?:es|ed)?|above|over|outperform(?:s|ed)?|top(?:s|ped)?"
    rf"|at least|{MORE} than|beat(?:s)?|outsell|cover(?:s|ed)?|ahead of)"
)
BELOW = (
    rf"(?:below|under|at most|fall short of|f[ae]ll behind|trail(?:s|ed)?|lag(?:s|ged)?|behind"
    rf"|{LESS} than)"
)
_WENT = r"(?:go|goes|gone|went|was|were|is|are|been|moved?|trend\w*)"
UP = (
    rf"(?:increas\w+|gr[eo]w\w*|r[io]s[ei]\w*|rose|improv\w+|{_WENT} up|climb\w*"
    r"|gain(?:s|ed|ing)?|expand\w*|jump\w*|surg(?:e|ed|es|ing)\b|soar\w*|swell\w*|advanced?"
    r"|wid(?:en\w*)|double[ds]?|rall(?:y|ied))"
)
DOWN = (
    rf"(?:decreas\w+|declin\w+|f[ae]ll\w*|dropp?\w*|shr[aiu]nk\w*|{_WENT} down"
    r"|reduc\w+|deteriorat\w+|worsen\w*|contract(?:s|ed|ing)?\b|slip(?:s|ped|ping)?|slid\w*|s[au]nk"
    r"|plung\w+|tumbl\w+|narrow\w*|diminish\w*|dip(?:s|ped)?|lessen\w*|cut)"
)
AGAINST = r"(?:compared? (?:to|with)|relative to|in comparison (?:to|with)|versus|against)"
NEGATIVE = r"\b(?:negative|loss(?:es)?|below zero|in the red)\b"
GROWTH = r"(?:growth|gr[eo]w\w*|percent(?:age)? (?:increase|gain|rise|change|jump))"
_FASTEST = r"(?:fastest|quickest|slowest|faster|quicker|slower)"


def compared_change(text: str) -> tuple[Kind, bool] | None:
    """Whether changes are compared, not values: which, and whether a rise (else a fall) is meant.

    `text` is what the comparing word speaks of: "µ growth", "grew its µ the fastest".
    """
    fallen = re.search(rf"\b{DOWN}\b", text) is not None
    if re.search(rf"\b(?:{GROWTH}|{_FASTEST})\b", text):
        return Kind.GROWTH, True
    if not fallen and not re.search(rf"\b(?:{UP}|change[sd]?|swing)\b", text):
        return None
    relative = re.search(rf"\b{PERCENT}|\brelative(?:ly)?\b|\brate\b", text)
    return (Kind.GROWTH if relative else Kind.DIFFERENCE), not fallen
