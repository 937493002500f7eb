"""Find words and phrases of a list in a text."""

import re
from functools import cache


@cache
def any_of(listed: str, *, any_case: bool = False) -> re.Pattern[str]:
    """Compile a pattern for any word or phrase of a comma-separated list.

    "cost(s)" matches "cost" or "costs"; "percent*" matches every word with this prefix.
    """
    words = "|".join(re.escape(one.strip()) for one in listed.split(","))
    words = words.replace(r"\(s\)", "s?").replace(r"\*", r"\w*").replace(r"\ ", " ")
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE if any_case else 0)
