"""A comparison as an address, both ways.

Names in an address may be symbols, names or words that somebody typed. Known names become part of
the comparison; other words are searched for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast, get_args
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from secqa.app.addresses import number_in
from secqa.app.compare.companies import CompanyDirectory
from secqa.charts import PeriodStyle
from secqa.facts.comparison.compare import find_metric
from secqa.facts.comparison.figures import View
from secqa.facts.comparison.table import ComparisonOptions, Grouping, PeriodLength
from secqa.metrics.catalogue import Metric
from secqa.parsing.entities.company_index import Company

MOST = 25
"""Companies, and metrics, that are compared at once."""
_LONGEST = 100
"""Characters of a name."""
_SETTINGS: dict[str, tuple[str, ...]] = {
    "by": get_args(PeriodLength),
    "view": get_args(View),
    "group": get_args(Grouping),
    "told": ("latest", "first"),
    "plot": get_args(PeriodStyle),
}
"""Parameter of an address -> its values, the default first; `told` is the filing that counts."""
_DEFAULTS = {name: values[0] for name, values in _SETTINGS.items()}


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """The comparison of an address; companies by their keys, metrics by their ids."""

    companies: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    start: int = 0
    """First fiscal year; 0 for the default, as `end`."""
    end: int = 0
    settings: Mapping[str, str] = field(default_factory=lambda: _DEFAULTS)

    @property
    def options(self) -> ComparisonOptions:
        """The periods and the view."""
        return ComparisonOptions(
            self.start,
            self.end,
            cast(PeriodLength, self.settings["by"]),
            cast(View, self.settings["view"]),
            cast(Grouping, self.settings["group"]),
            self.settings["told"] == "first",
        )

    @property
    def plot(self) -> PeriodStyle:
        """How charts are drawn."""
        return cast(PeriodStyle, self.settings["plot"])

    @property
    def query(self) -> str:
        """The parameters of its address, without defaults."""
        pairs = [("company", key) for key in self.companies]
        pairs += [("metric", metric) for metric in self.metrics]
        pairs += [("from", str(self.start))] if self.start else []
        pairs += [("to", str(self.end))] if self.end else []
        pairs += [pair for pair in self.settings.items() if pair not in _DEFAULTS.items()]
        return urlencode(pairs)

    @property
    def address(self) -> str:
        """The page of the comparison."""
        return f"/compare?{self.query}"

    def with_setting(self, name: str, value: str) -> str:
        """The address with another `by`, `view`, `group`, `told` or `plot`."""
        return replace(self, settings={**self.settings, name: value}).address

    def cell_address(self, cell: str) -> str:
        """The address with one of its values explained."""
        return f"{self.address}&{urlencode({'cell': cell})}#cell"

    def with_company(self, key: str) -> str:
        """The address with a company more."""
        return replace(self, companies=_distinct((*self.companies, key))).address

    def with_metric(self, metric: str) -> str:
        """The address with a metric more."""
        return replace(self, metrics=_distinct((*self.metrics, metric))).address

    def with_metrics(self, metrics: Iterable[str]) -> str:
        """The address with other metrics."""
        return replace(self, metrics=_distinct(metrics)).address

    def without(self, name: str) -> str:
        """The address without a company or metric."""
        companies = tuple(key for key in self.companies if key != name)
        metrics = tuple(metric for metric in self.metrics if metric != name)
        return replace(self, companies=companies, metrics=metrics).address


@dataclass(frozen=True, slots=True)
class ParsedAddress:
    """A request with its companies and metrics, and words that name none."""

    request: CompareRequest
    companies: tuple[Company, ...]
    metrics: tuple[Metric, ...]
    company_words: str = ""
    metric_words: str = ""
    left_out: int = 0
    """Companies and metrics beyond the most that can be compared."""


def parse_address(given: QueryParams, directory: CompanyDirectory) -> ParsedAddress:
    """The comparison of an address."""
    companies: dict[Company, None] = {}
    metrics: dict[Metric, None] = {}
    company_words = metric_words = ""
    for text in _texts(given, "company"):
        if company := directory.find(text):
            companies[company] = None
        else:
            company_words = text
    for text in _texts(given, "metric"):
        if metric := find_metric(text, directory.catalogue):
            metrics[metric] = None
        else:
            metric_words = text
    settings = {
        name: value if (value := given.get(name, "")) in values else values[0]
        for name, values in _SETTINGS.items()
    }
    request = CompareRequest(
        tuple(map(directory.key, list(companies)[:MOST])),
        tuple(metric.id for metric in list(metrics)[:MOST]),
        number_in(given, "from", 0),
        number_in(given, "to", 0),
        settings,
    )
    return ParsedAddress(
        request,
        tuple(companies)[:MOST],
        tuple(metrics)[:MOST],
        company_words,
        metric_words,
        max(len(companies) - MOST, 0) + max(len(metrics) - MOST, 0),
    )


def _texts(given: QueryParams, name: str) -> list[str]:
    texts = (" ".join(text.split())[:_LONGEST] for text in given.getlist(name))
    return [text for text in texts if text]


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
