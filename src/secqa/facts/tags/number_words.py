"""English number words in, the number out: "one hundred and twenty-five million" is 125000000."""

import re

# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on
_WORDS = {word: value for value, word in enumerate(_ONES)}
_WORDS |= {word: 20 + 10 * place for place, word in enumerate(_TENS)}
_WORDS |= {"no": 0, "none": 0, "nil": 0, "a": 1, "an": 1}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def number_in_words(text: str) -> int:
    """ "one hundred and twenty-five million" -> 125000000; digits may stand among the words.

    Raises ValueError for anything else.
    """
    total = group = 0
    words = re.findall(r"[a-z]+|[\d,]+", text.lower())
    counted = [word for word in words if word != "and"]
    if not counted:
        raise ValueError(f"no number in {text!r}")
    for word in counted:
        if word in _WORDS:
            group += _WORDS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES:
            total += max(group, 1) * _SCALES[word]
            group = 0
        elif word.replace(",", "").isdigit():
            group += int(word.replace(",", ""))
        else:
            raise ValueError(f"{word!r} is no number")
    return total + group
