"""Values for people: 391035000000.0 and USD in, "$391.035 billion" out."""

_WORDS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def shown(value: object, unit: str) -> str:
    """A value with its unit; texts as they are, several values by semicolon, None as a dash."""
    if value is None:
        return "—"
    if isinstance(value, tuple | list):
        return "; ".join(shown(one, unit) for one in value)
    if not isinstance(value, int | float):
        return str(value)
    sign, size = ("−" if value < 0 else ""), abs(value)
    match unit:
        case "pure":
            return f"{sign}{_digits(size * 100, 2)}%"
        case "USD/shares":
            return f"{sign}${size:,.2f} a share"
        case "USD":
            return f"{sign}${_scaled(size)}"
        case "shares":
            return f"{sign}{_scaled(size)} shares"
    return f"{sign}{_scaled(size) if size >= 1e9 else _digits(size, 4)}"


def _scaled(size: float) -> str:
    for scale, word in _WORDS:
        if size >= scale:
            return f"{_digits(size / scale, 3)} {word}"
    return _digits(size, 2)


def _digits(size: float, places: int) -> str:
    text = f"{size:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
