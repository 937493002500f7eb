"""The unit of an answer, which a program's bare number does not have.

In: what a question asks for. Out: `USD`, `USD/shares`, `shares`, `count`, `pure` or "" (Yes, No,
a name, a year, or a line item that the catalogue does not know).
"""

from secqa.understanding.links import MetricLink
from secqa.understanding.question import Ask
from secqa.understanding.wanted import Kind, Returns

_OF_KIND = {
    Kind.COUNT: "count",
    Kind.CHECK: "",
    Kind.RANK: "",
    Kind.FILTER: "",
    Kind.GROWTH: "pure",
    Kind.CAGR: "pure",
    Kind.PERCENT_DIFFERENCE: "pure",
    Kind.RATIO: "pure",
}
_QUOTIENTS = {("USD", "shares"): "USD/shares", ("USD", "count"): "USD"}


def unit_of(ask: Ask) -> str:
    """The unit of the answer to a question; "" where the question was not understood."""
    if not ask.metrics:
        return ""
    wanted = ask.wanted
    if wanted.kind in _OF_KIND:
        return _OF_KIND[wanted.kind]
    if wanted.kind is Kind.BEST and wanted.returns is not Returns.OTHER:
        if wanted.returns is not Returns.VALUE and not wanted.with_value:
            return ""
        return "pure" if wanted.change is Kind.GROWTH else _unit(ask.metrics[wanted.ranking])
    if wanted.kind is Kind.BEST and wanted.returns is Returns.OTHER:
        ranking = ask.metrics[wanted.ranking].metric
        others = [link for link in ask.metrics if link.metric != ranking]
        return _unit(others[0]) if others else ""
    if wanted.combine:
        first, second = ask.metrics[wanted.combine.first : wanted.combine.first + 2]
        if wanted.combine.swapped:
            first, second = second, first
        if wanted.combine.sign == "/":
            return _QUOTIENTS.get((_unit(first), _unit(second)), "pure")
        return _unit(first)
    return _unit(ask.metrics[0])


def _unit(link: MetricLink) -> str:
    if link.over:
        return "pure"
    return link.metric.unit if link.metric else ""
