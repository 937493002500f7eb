"""Format values for people: short, to be read quickly, or exact, to be checked.

Values are in base units. Units are those of facts and answers: `USD`, `USD/shares`, `shares`,
`count`, `pure` (fractions and ratios), or "".
"""

SCALES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_FORMS = {"thousands": 1e3, "millions": 1e6, "billions": 1e9}
RATIO = 2
"""Values without a unit from this on are ratios ("3.1"), below it percentages ("12.5%", or a loss
of "-300%" of revenue)."""


def short(value: float, unit: str) -> str:
    """Format a value for reading, rounded: "$391.035 billion", "$6.10 per share", "24.1%"."""
    if unit == "pure" and value < RATIO:
        return f"{_digits(value * 100, 2)}%"
    if unit == "pure":
        return _digits(value, 2)
    if unit in ("USD", "shares"):
        for scale, name in SCALES:
            if abs(value) >= scale:
                return _with_unit(value, f"{_digits(abs(value) / scale, 3)} {name}", unit)
    return exact(value, unit)


def exact(value: float, unit: str) -> str:
    """Format a value exactly: "$391,035,000,000", "$6.10 per share", "15,115,823,000 shares"."""
    match unit:
        case "pure" if value < RATIO:
            return f"{_digits(value * 100, 6)}%"
        case "pure":
            return _digits(value, 6)
        case "" if abs(value) < 1e4:
            return _digits(value, 6).replace(",", "")  # a year, or nothing that needs commas
        case "USD" | "USD/shares" if value != int(value):
            # An average of billions has no more than cents; a dividend a share may.
            digits = _digits(abs(value), 2 if abs(value) >= 1e3 else 6)
            cents = f"{abs(value):,.2f}" if "." in digits else ""
            return _with_unit(value, max(digits, cents, key=len), unit)
    return _with_unit(value, _digits(abs(value), 6), unit)


def short_and_exact(value: float, unit: str) -> str:
    """Format a value both ways: "$93.736 billion ($93,736,000,000)"; once if they are equal."""
    brief, full = short(value, unit), exact(value, unit)
    return brief if brief == full or brief.endswith("%") else f"{brief} ({full})"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with the right form of a noun: "1 page", "2 pages", "3 companies"."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def in_form(
    value: float, unit: str, scale: str = "", decimals: int | None = None, percent: bool = False
) -> str:
    """Format a value in a scale ("thousands") with fixed decimals: "$93,736.0 million",
    "24.10%"."""
    shown = value * 100 if percent else value / _FORMS.get(scale, 1.0)
    digits = _digits(abs(shown), 6) if decimals is None else f"{abs(shown):,.{decimals}f}"
    if percent:
        return f"{'-' if value < 0 else ''}{digits}%"
    return _with_unit(value, f"{digits} {scale.removesuffix('s')}".strip(), unit)


def _with_unit(value: float, digits: str, unit: str) -> str:
    sign = "-" if value < 0 else ""
    match unit:
        case "USD":
            return f"{sign}${digits}"
        case "USD/shares":
            return f"{sign}${digits} per share"
        case "" | "count" | "pure":
            return f"{sign}{digits}"
    return f"{sign}{digits} {unit}"


def _digits(value: float, places: int) -> str:
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
