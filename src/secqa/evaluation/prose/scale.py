"""The scale that a text gives its numbers once, for all of them."""

import re

_IN_SCALE = re.compile(
    r"\bin (?:us[d$]? |u\.s\. |\$ ?)?(?:dollars? )?(thousand|million|billion)s?\b"
)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}


def scale_named(text: str) -> float:
    """What a question wants numbers in, or an answer gives them in: "in USD millions" is 1e6; 1
    where it says nothing."""
    found = _IN_SCALE.search(text.lower())
    return _SCALES[found[1]] if found else 1.0
