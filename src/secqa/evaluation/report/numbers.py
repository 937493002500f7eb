"""Values for the report: a number, several, a text or none in, text out."""

from secqa.metrics.number_text import short


def shown(value: object, unit: str) -> str:
    """A value with its unit; texts as they are, several values by semicolon, None as a dash."""
    if value is None:
        return "—"
    if isinstance(value, tuple | list):
        return "; ".join(shown(one, unit) for one in value)
    return short(value, unit) if isinstance(value, int | float) else str(value)
