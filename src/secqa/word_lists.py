"""Find words and phrases of a list in a text."""

import re
from functools import cache


@cache
def any_of(listed: str, *, any_case: bool = False) -> re.Pattern[str]:
    """What finds any of some whole words or phrases, set apart by commas.

    "cost(s)" is "cost" or "costs", "percent*" is whatever begins so.
    """
    words = "|".join(re.escape(one.strip()) for one in listed.split(","))
    words = words.replace(r"\(s\)", "s?").replace(r"\*", r"\w*").replace(r"\ ", " ")
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE if any_case else 0)
