"""Convert comparisons to addresses of pages, and addresses to comparisons.

An address may contain symbols, names or typed words. Known names become part of the comparison;
other words are searched for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast, get_args
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from secqa.app.addresses import Item, number_in
from secqa.app.compare.companies import CompanyDirectory
from secqa.facts.comparison.figures import View
from secqa.facts.comparison.table import ComparisonOptions, Grouping, PeriodLength
from secqa.metrics.catalogue import find_metric
from secqa.metrics.metric import Metric
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
    def query(self) -> str:
        """The parameters of its address, without defaults."""
        # An empty name says that there is none: without any, an example is shown.
        pairs = [("company", key) for key in self.companies or ("",)]
        pairs += [("metric", metric) for metric in self.metrics or ("",)]
        pairs += [("from", str(self.start))] if self.start else []
        pairs += [("to", str(self.end))] if self.end else []
        pairs += [pair for pair in self.settings.items() if pair not in _DEFAULTS.items()]
        return urlencode(pairs)

    @property
    def address(self) -> str:
        """The page of the comparison."""
        return f"/compare?{self.query}"

    def with_setting(self, name: str, value: str) -> str:
        """The address with another `by`, `view`, `group` or `told`."""
        return replace(self, settings={**self.settings, name: value}).address

    def cell_address(self, cell: str) -> str:
        """The address that explains one of the values."""
        return f"{self.address}&{urlencode({'cell': cell})}#cell"

    def with_names(self, companies: Iterable[str] = (), metrics: Iterable[str] = ()) -> str:
        """The address with other companies or metrics; an empty argument keeps the current ones."""
        other = replace(
            self,
            companies=tuple(dict.fromkeys(companies)) or self.companies,
            metrics=tuple(dict.fromkeys(metrics)) or self.metrics,
        )
        return other.address

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
    is_begun: bool = False
    """Whether the address has companies and metrics, even empty ones."""
    left_out: int = 0
    """Companies and metrics beyond the most that can be compared."""


def parse_address(given: QueryParams, directory: CompanyDirectory) -> ParsedAddress:
    """The comparison of an address."""
    companies, company_words = _find_all(_texts(given, "company"), directory.find)
    catalogue = directory.catalogue
    metrics, metric_words = _find_all(
        _texts(given, "metric"), lambda text: find_metric(text, catalogue)
    )
    settings = {
        name: value if (value := given.get(name, "")) in values else values[0]
        for name, values in _SETTINGS.items()
    }
    request = CompareRequest(
        tuple(map(directory.key, companies[:MOST])),
        tuple(metric.id for metric in metrics[:MOST]),
        number_in(given, "from", 0),
        number_in(given, "to", 0),
        settings,
    )
    return ParsedAddress(
        request,
        companies[:MOST],
        metrics[:MOST],
        company_words,
        metric_words,
        "company" in given and "metric" in given,
        max(len(companies) - MOST, 0) + max(len(metrics) - MOST, 0),
    )


def _texts(given: QueryParams, name: str) -> list[str]:
    texts = (" ".join(text.split())[:_LONGEST] for text in given.getlist(name))
    return [text for text in texts if text]


def _find_all(
    texts: Iterable[str], find: Callable[[str], Item | None]
) -> tuple[tuple[Item, ...], str]:
    """The distinct items that texts name, and the last text that names none, or ""."""
    pairs = [(text, find(text)) for text in texts]
    items = dict.fromkeys(item for _, item in pairs if item is not None)
    return tuple(items), next((text for text, item in reversed(pairs) if item is None), "")
