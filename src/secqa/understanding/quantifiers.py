"""Whether all, any or none of several years or companies must pass: a skeleton in, which out.

"In every year", "always", "both", "never", "in any of the years". Passed over, such a word makes
a question of many values one of the last.
"""

import re

from secqa.understanding.skeleton import Skeleton
from secqa.understanding.wanted import Quantifier

WORDS = {
    Quantifier.NONE: re.compile(
        r"\b(?:never|not once|at no (?:point|time)|neither(?: of)?|none of)\b"
    ),
    Quantifier.ALL: re.compile(
        r"\b(?:always|consistent(?:ly)?|steadily|continuously|uninterrupted(?:ly)?|throughout"
        r"|year after year|without (?:interruption|exception))\b"
    ),
    Quantifier.ANY: re.compile(r"\b(?:ever|at any (?:point|time)|either of|any of|any one of)\b"),
}
_STAYED = re.compile(r"\b(?:stay|remain|kept|keep|held)(?:s|ed)?\b")


def quantifier_of(s: Skeleton, implied: bool) -> Quantifier | None:
    """None where one value is looked at, or nothing says how many must pass.

    With `implied`, a list of years is looked at one by one though no word says so.
    """
    said = next((one for one, words in WORDS.items() if words.search(s.text)), None)
    time = s.periods
    apiece = s.companies > 1 and time.year_over_year and len(time.years) < 2
    if s.several_years and not apiece:
        # Over a range, there may be one sum.
        listed = implied and len(time.years) > 1 and not time.is_range
        each = Quantifier(time.each) if time.each else None
        return said or each or (Quantifier.ALL if listed or _STAYED.search(s.text) else None)
    if s.companies < 2:
        return None
    if said is None and re.search(r"\beither\b|\bor\b", s.text):
        return Quantifier.ANY if "either" in s.text else None
    return said or Quantifier.ALL
