"""What an address of a comparison asks for, and the address of what is asked: both ways.

Names in an address may be symbols, names or words that somebody typed. What is called so becomes
part of the comparison, what is not is looked for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from secqa.app.addresses import number_in
from secqa.app.compare.choosing import metric_named
from secqa.app.compare.truth import Truth
from secqa.metrics.catalogue import Metric
from secqa.parsing.entities.company_index import Company

By = Literal["year", "quarter"]
View = Literal["values", "growth", "share", "index"]
Group = Literal["metric", "company"]
Told = Literal["latest", "first"]
Plot = Literal["line", "bar"]

MOST = 25
"""Companies, and metrics, that are compared at once."""
_LONGEST = 100
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A comparison; companies by their keys, metrics by their ids."""

    companies: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    start: int = 0
    """First fiscal year; 0 for a sensible one, as `end`."""
    end: int = 0
    by: By = "year"
    view: View = "values"
    group: Group = "metric"
    told: Told = "latest"
    """Which filing's value counts where several state one."""
    plot: Plot = "line"

    @property
    def grouped(self) -> Group:
        """What rows are grouped by: one company's metrics, or one metric's companies, stand
        together."""
        if len(self.companies) == 1:
            return "company"
        return "metric" if len(self.metrics) == 1 else self.group

    @property
    def query(self) -> str:
        """All of it as the query of an address; what is as by default is left out."""
        pairs = [("company", one) for one in self.companies]
        pairs += [("metric", one) for one in self.metrics]
        pairs += [("from", str(self.start))] if self.start else []
        pairs += [("to", str(self.end))] if self.end else []
        pairs += [
            (name, value)
            for name in ("by", "view", "group", "told", "plot")
            if (value := getattr(self, name)) != getattr(_DEFAULT, name)
        ]
        return urlencode(pairs)

    @property
    def address(self) -> str:
        """Where it is shown."""
        return f"/compare?{self.query}"

    def but(self, name: str, value: str) -> str:
        """The address of the same with another `by`, `view`, `group`, `told` or `plot`."""
        return replace(self, **{name: value}).address  # type: ignore[arg-type]

    def cell_address(self, cell: str) -> str:
        """Where it is shown with one of its values explained."""
        return f"{self.address}&{urlencode({'cell': cell})}#cell"

    def with_company(self, key: str) -> str:
        """The address with a company more."""
        return replace(self, companies=_once((*self.companies, key))).address

    def with_metric(self, metric: str) -> str:
        """The address with a metric more."""
        return replace(self, metrics=_once((*self.metrics, metric))).address

    def with_metrics(self, metrics: Iterable[str]) -> str:
        """The address with other metrics."""
        return replace(self, metrics=_once(metrics)).address

    def without(self, name: str) -> str:
        """The address without a company or metric."""
        companies = tuple(one for one in self.companies if one != name)
        metrics = tuple(one for one in self.metrics if one != name)
        return replace(self, companies=companies, metrics=metrics).address


_DEFAULT = Asked()


@dataclass(frozen=True, slots=True)
class Read:
    """What an address says: what is compared, and words that are no name."""

    asked: Asked
    companies: tuple[Company, ...]
    metrics: tuple[Metric, ...]
    company_words: str = ""
    metric_words: str = ""
    left_out: int = 0
    """Companies and metrics that were too many."""


def read_address(given: QueryParams, truth: Truth) -> Read:
    """What an address asks for; words that are no name of a company or metric are kept apart."""
    companies: dict[Company, None] = {}
    metrics: dict[Metric, None] = {}
    strange: dict[str, str] = {}
    for text in _texts(given, "company"):
        if company := truth.company(text):
            companies[company] = None
        else:
            strange["company"] = text
    for text in _texts(given, "metric"):
        if metric := metric_named(text, truth.catalogue):
            metrics[metric] = None
        else:
            strange["metric"] = text
    asked = Asked(
        companies=tuple(truth.key(one) for one in list(companies)[:MOST]),
        metrics=tuple(one.id for one in list(metrics)[:MOST]),
        start=number_in(given, "from", 0),
        end=number_in(given, "to", 0),
        by=_one_of(given, "by", get_args(By)),
        view=_one_of(given, "view", get_args(View)),
        group=_one_of(given, "group", get_args(Group)),
        told=_one_of(given, "told", get_args(Told)),
        plot=_one_of(given, "plot", get_args(Plot)),
    )
    return Read(
        asked,
        tuple(companies)[:MOST],
        tuple(metrics)[:MOST],
        strange.get("company", ""),
        strange.get("metric", ""),
        max(len(companies) - MOST, 0) + max(len(metrics) - MOST, 0),
    )


def _texts(given: QueryParams, name: str) -> list[str]:
    texts = (" ".join(text.split())[:_LONGEST] for text in given.getlist(name))
    return [text for text in texts if text]


def _one_of(given: QueryParams, name: str, known: Sequence[str]) -> Any:
    value = given.get(name, "")
    return value if value in known else known[0]


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
