"""Sentences with figures in them: `{Revenues@change}` becomes what this report can say.

In: a text with fields and the report it is for. Out: HTML with tagged numbers, or None when
the source does not state one of the figures: a paragraph that cannot be filled is left out,
and so is one that begins `{since 2024}` in the reports of earlier years.
"""

import re
from decimal import Decimal
from html import escape

from secqa.sample.figures import Figure, Period, Reference
from secqa.sample.language import field_references
from secqa.sample.report import Report, long_date
from secqa.sample.tags import Tags

SUFFIX = {"USD": " million", "shares": " million", "USD/shares": "", "pure": "%"}


class NotKnownError(Exception):
    """A figure that the source does not state."""


def fill(text: str, report: Report, tags: Tags) -> str | None:
    """The text as HTML with its numbers, or None."""
    try:
        parts = re.split(r"\{([^}]+)\}", text)
        return "".join(
            _field(part, report, tags) if place % 2 else escape(part, quote=False)
            for place, part in enumerate(parts)
        )
    except NotKnownError:
        return None


def _field(field: str, report: Report, tags: Tags) -> str:
    references = field_references(field)
    if not references:
        return escape(_word(field, report))
    _, _, how = field.partition("@")
    if how == "share":
        part, whole = (_known(report, reference, report.current) for reference in references)
        return f"{part / whole * 100:.1f}%"
    reference = references[0]
    if how == "change":
        if report.previous is None:
            raise NotKnownError
        return _change(
            _known(report, reference, report.current), _known(report, reference, report.previous)
        )
    period = {"prev": report.previous, "ytd": report.to_date}.get(how, report.current)
    figure = report.source.figure(reference, period) if period else None
    if figure is None or not figure.value:
        raise NotKnownError
    return _amount(figure, reference, tags, in_billions=how == "billion")


def _known(report: Report, reference: Reference, period: Period) -> Decimal:
    figure = report.source.figure(reference, period)
    if figure is None or not figure.value:
        raise NotKnownError
    return figure.value


def _change(now: Decimal, before: Decimal) -> str:
    if now <= 0 or before <= 0:
        raise NotKnownError
    percent = (now / before - 1) * 100
    size = f"{abs(percent):.0f}%" if abs(percent) >= 1 else f"{abs(percent):.1f}%"
    return f"{'an increase' if percent >= 0 else 'a decrease'} of {size}"


def _amount(figure: Figure, reference: Reference, tags: Tags, in_billions: bool) -> str:
    if in_billions:
        printed = tags.number(figure, reference.negated, scale=9, most_digits=1)
    else:
        printed = tags.number(figure, reference.negated)
    digits = f"({printed.html})" if printed.negative else printed.html
    money = "$" if figure.unit.startswith("USD") else ""
    return money + digits + (" billion" if in_billions else SUFFIX[figure.unit])


def _word(field: str, report: Report) -> str:
    if field.startswith("since "):
        if report.year < int(field.removeprefix("since ")):
            raise NotKnownError
        return ""
    previous = report.previous
    words = {
        "company": report.style.company,
        "year": str(report.year),
        "last": str(report.year - 1),
        "end": long_date(report.current.end),
        "period": report.period_name,
        "employees": f"{report.employees:,}" if report.employees else "",
        "lastend": long_date(previous.end) if previous else "",
    }
    if not words[field]:
        raise NotKnownError
    return words[field]
