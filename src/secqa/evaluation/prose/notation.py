"""Rewrite the numbers of an answer in one notation.

The same amount comes as "USD 3.2bn", "3.2 billion dollars", "3.2 × 10^9", "three point two
billion", in Markdown or LaTeX. The result is in small letters, with `$` before money, digits for
number words, "%" for percent and basis points, "times" for multiples and a minus sign right before
a negative number, as the reader expects numbers in sentences.
"""

import re
from functools import cache

from secqa.facts.tags.iso_times import NUMBER_WORDS, number_in_words
from secqa.files import bundled_toml
from secqa.reading.structure.text_figures import written_out

_NUMBER = r"\d[\d,]{0,24}(?:\.\d{1,24})?|\.\d{1,24}"
"""Bounded: longer runs of digits are no numbers, and cost time."""
_SCALE = r"(?:thousand|million|billion|trillion)s?"
_MARKUP = (
    (re.compile(r"\\(?:boxed|text|mathbf|mathrm)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}"), r"(\1)/(\2)"),
)
_SYMBOLS = {
    **{f"\\{mark}": mark for mark in "%$&_,"},
    r"\times": "×",
    r"\cdot": "×",
    r"\approx": "= ",
    "≈": "= ",
    **dict.fromkeys(("$$", r"\(", r"\)", r"\[", r"\]", "**", "__", "`"), ""),
}
_SPACED = re.compile(r"(?<=\d)[\u00a0\u2009\u202f ](?=\d{3}(?!\d))")
"""Between groups of three digits; see `_ungrouped`."""
_SAME = re.compile(
    r"(?:,\s*or|[,;(]?\s*(?:\bi\.e\.|\bthat is),?)\s+"
    r"(?=(?:(?:about|approximately|roughly|by|a)\s+)*[-+$]*\d)"
)
"""The same number follows in another form: "0.0185, or 1.85%"."""
_FORM = re.compile(r"(?:\b[\w.&]{1,40}-){0,4}\b(?:10|8|20|6)-[kqf]\b(?:/a)?[-\w]*", re.IGNORECASE)
"""Names of forms and ids of documents, whose numbers are no values."""
_SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "’": "'", "\u00a0": " ", "\u202f": " "})
_POWER = re.compile(rf"({_NUMBER})\s?(?:×|x|\*)\s?10\s?(?:\^|\*\*)\s?\{{?(-?\d{{1,2}})\}}?")
_EXPONENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e\+?(\d{1,2})\b")
_FISCAL = re.compile(r"\bfy\s?'?(?=\d\d\b)")
_HALF = re.compile(r"(?<=\d)\s?½")
_TIMES = re.compile(rf"(?<![\w.,])({_NUMBER})\s?(?:x\b|×(?!\s?\d))")
_DOLLARS = r"(?:us\s?|u\.s\. )?dollars?|usd"
_CODE_BEFORE = re.compile(rf"\b(?:usd|us\$)\s?(-?)\$?(?={_NUMBER})")
_CODE_AFTER = re.compile(
    rf"(?<![\w.$])(\$?)({_NUMBER})((?:[\s-]{_SCALE})?)\s?(?:in )?(?:of )?\b(?:{_DOLLARS})\b"
)
_PER_CENT = re.compile(r"(?<=[\d\s])per cent\b")
_MINUS_WORD = re.compile(rf"\b(?:minus|negative)\s+(?=\$?\s?(?:{_NUMBER}))")
_BRACKETS = re.compile(
    rf"(?P<before>(?:^|[:=|$]|\b(?:was|were|is|are|of|to|by|at))\s*)"
    rf"\((?P<money>\$?)\s?(?P<number>{_NUMBER})(?P<scale>\s{_SCALE})?(?P<percent>\s?%)?\)",
    re.MULTILINE,
)
"""Brackets of negative amounts. After a number or a name, brackets hold a remark."""
_WORD = f"(?:{'|'.join(NUMBER_WORDS)})"
_SPELLED = re.compile(
    rf"\b(?P<whole>{_WORD}(?:(?:[\s-]|\sand\s)(?:{_WORD}|thousand|million|billion)\b)*)"
    rf"(?P<point>\spoint(?:\s{_WORD})+)?(?P<half>\sand\sa\shalf)?(?P<scale>\s{_SCALE})?\b"
)


@cache
def cue(name: str) -> re.Pattern[str]:
    """The words of `cues.toml` under this name, whatever their case."""
    cues = bundled_toml("secqa.evaluation.prose", "cues.toml")
    words = "|".join(cues[name]).replace("*", r"\w*").replace("+", r"\w+")
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


def plain(text: str) -> str:
    """The text in one notation; lines stay lines."""
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    for symbol, instead in _SYMBOLS.items():
        text = text.replace(symbol, instead)
    text = _FORM.sub("report", _ungrouped(text).translate(_SIGNS)).lower()
    text = _SAME.sub(" = ", text)
    text = _POWER.sub(_powered, text)
    text = _EXPONENT.sub(_powered, text)
    text = _FISCAL.sub("20", text)
    text = _HALF.sub(".5", text)
    text = _SPELLED.sub(_digits, text)
    text = written_out(_TIMES.sub(r"\1 times", text))
    text = _PER_CENT.sub("%", text)
    text = _CODE_BEFORE.sub(r"\1$", text)
    text = _MINUS_WORD.sub("-", text)
    text = _CODE_AFTER.sub(r"$\2\3", text)
    return _BRACKETS.sub(_negative, text)


def _ungrouped(text: str) -> str:
    """ "3 214 000" as "3214000", but not a year before a number, "2024 100"."""

    def joined(gap: re.Match[str]) -> str:
        before = text[max(0, gap.start() - 4) : gap.start()]
        digits = len(before) - len(before.rstrip("0123456789"))
        return "" if 1 <= digits <= 3 else gap[0]

    return _SPACED.sub(joined, text)


def _powered(found: re.Match[str]) -> str:
    value = float(found[1].replace(",", "")) * 10 ** int(found[2])
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _negative(found: re.Match[str]) -> str:
    money = found["money"] or ("$" if found["before"].rstrip().endswith("$") else "")
    before = found["before"].rstrip().removesuffix("$")
    space = " " if before else ""
    return f"{before}{space}-{money}{found['number']}{found['scale'] or ''}{found['percent'] or ''}"


def _digits(found: re.Match[str]) -> str:
    try:
        whole = str(number_in_words(found["whole"].replace("-", " ")))
    except ValueError:
        return found[0]
    if found["point"]:
        after = found["point"].split()[1:]
        whole += "." + "".join(str(number_in_words(digit)) for digit in after)
    elif found["half"]:
        whole += ".5"
    return whole + (found["scale"] or "")
