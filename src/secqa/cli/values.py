"""Values as people write them: a number and its unit in, text out."""

_SCALES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def spoken(value: float | str, unit: str) -> str:
    """ "$93.7 billion ($93,736,000,000)"; units are those of `Answer.unit`."""
    if isinstance(value, str):
        return value
    sign, size = ("-" if value < 0 else ""), abs(value)
    match unit:
        case "USD":
            return _scaled(sign, size, "$", "")
        case "USD/shares":
            return f"{sign}${size:,.2f} per share"
        case "shares":
            return _scaled(sign, size, "", " shares")
        case "count":
            return f"{sign}{_exact(size)}"
        case "pure" if size < 2:
            return f"{sign}{size * 100:.2f}% ({sign}{size:.4g})"
        case "pure":
            return f"{sign}{size:,.2f}"
        case _:
            return f"{value:g}" if size < 1e4 else f"{sign}{_exact(size)}"


def _scaled(sign: str, size: float, before: str, after: str) -> str:
    exact = f"{sign}{before}{_exact(size)}"
    for scale, name in _SCALES:
        if size >= scale:
            return f"{sign}{before}{size / scale:,.1f} {name}{after} ({exact})"
    return f"{exact}{after}"


def _exact(size: float) -> str:
    return f"{size:,.0f}" if size == int(size) else f"{size:,.2f}"
