"""The metric catalogue: what can be asked for, in one TOML file that a user can extend.

One source for facts (concepts), planning (synonyms), reading (printed line items) and
retrieval (statement, section words), so that they cannot drift apart.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.metrics.formula import metrics_in, parse


@dataclass(frozen=True, slots=True)
class Metric:
    """One entry of the catalogue."""

    id: str
    """`net_income`"""
    name: str
    """As questions print it: "net income"."""
    unit: str
    """`USD`, `USD/shares`, `shares`, `count` or `pure` (ratios, 1% is 0.01)."""
    period: str
    """`duration` or `instant`."""
    synonyms: tuple[str, ...] = ()
    """As analysts say it, lower case, without the name."""
    printed: tuple[str, ...] = ()
    """Row labels it is printed under, lower case, the most exact first."""
    not_printed: tuple[str, ...] = ()
    """Words which, when in a row's label, tell that the row is something else."""
    statement: str = ""
    """The `Statement` that carries it, or ""."""
    sections: tuple[str, ...] = ()
    """Words of headings it stands under when not in a statement."""
    concepts: tuple[str, ...] = ()
    """XBRL concepts in order of preference, us-gaap unless a prefix ("dei:…") says otherwise;
    "a+b" and "a-b" need both parts."""
    outflow: bool = False
    """A payment: positive as a value, printed negative in the cash flow statement."""
    fallback: str = ""
    """Base metrics: a formula that gives the value where a company does not print it."""
    outside: tuple[str, ...] = ()
    """Metrics whose lines may hold this one: where they do, it has no value of its own."""
    formula: str = ""
    """Compound metrics: an expression over metric ids, see `metrics.formula`."""
    definition: str = ""
    """Compound metrics: the formula in words, to print under a question."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All metrics by id, in file order. Equal only to itself, so that indexes can be kept."""

    metrics: dict[str, Metric]

    def __getitem__(self, metric_id: str) -> Metric:
        try:
            return self.metrics[metric_id]
        except KeyError:
            close = get_close_matches(metric_id.lower().replace(" ", "_"), self.metrics, cutoff=0.5)
            hint = f"perhaps {' or '.join(close)}; " if close else ""
            raise SecqaError(
                f"unknown metric {metric_id!r}: {hint}`secqa metrics` lists all"
            ) from None

    def base(self) -> Iterable[Metric]:
        """Metrics that filings print."""
        return (metric for metric in self.metrics.values() if not metric.formula)

    def compound(self) -> Iterable[Metric]:
        """Metrics worked out from others."""
        return (metric for metric in self.metrics.values() if metric.formula)


@lru_cache
def load_catalogue(extra: Path | None = None) -> Catalogue:
    """Read the bundled catalogue, then a user's own file whose entries add or replace."""
    text = (files("secqa.metrics") / "catalogue.toml").read_text(encoding="utf-8")
    metrics = _parse(text, "the bundled catalogue")
    if extra is not None:
        try:
            own = extra.read_text(encoding="utf-8")
        except OSError as error:
            raise SecqaError(f"{extra}: cannot be read ({error.strerror})") from error
        metrics |= _parse(own, str(extra))
    check_formulas(metrics, str(extra or "the bundled catalogue"))
    return Catalogue(metrics)


def all_parts(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    """Ids of all metrics that a compound metric is made of, through compound parts too."""
    direct = metrics_in(parse(metric.formula)) if metric.formula else set()
    return frozenset(direct).union(*(all_parts(catalogue[part], catalogue) for part in direct))


def check_formulas(metrics: dict[str, Metric], source: str) -> None:
    """Refuse a formula that does not parse, names an unknown metric or leads back to itself."""
    leads_to: dict[str, set[str]] = {}
    for metric in metrics.values():
        text = metric.formula or metric.fallback
        try:
            leads_to[metric.id] = metrics_in(parse(text)) if text else set()
        except SecqaError as error:
            raise SecqaError(f"{source}: [{metric.id}] {error}") from error
        if unknown := leads_to[metric.id] - set(metrics):
            raise SecqaError(f"{source}: [{metric.id}] names unknown metrics {sorted(unknown)}")
    try:
        TopologicalSorter(leads_to).prepare()
    except CycleError as error:
        raise SecqaError(f"{source}: formulas in a circle: {' -> '.join(error.args[1])}") from error


def _parse(text: str, source: str) -> dict[str, Metric]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SecqaError(f"{source}: not TOML ({error})") from error
    return {metric_id: _metric(metric_id, table, source) for metric_id, table in tables.items()}


def _metric(metric_id: str, table: object, source: str) -> Metric:
    known = {field.name: field.default for field in fields(Metric) if field.name != "id"}
    if not isinstance(table, dict) or not {"name", "unit", "period"} <= set(table):
        raise SecqaError(f"{source}: [{metric_id}] needs name, unit and period")
    if unknown := set(table) - set(known):
        raise SecqaError(f"{source}: [{metric_id}] has unknown keys {sorted(unknown)}")
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    for key, value in values.items():
        kind = str if known[key] is MISSING else type(known[key])
        words = value if isinstance(value, tuple) else ()
        if not isinstance(value, kind) or not all(isinstance(word, str) for word in words):
            raise SecqaError(f"{source}: [{metric_id}] {key} is not {_KINDS[kind]}")
    return Metric(id=metric_id, **values)


_KINDS = {str: "a text", tuple: "a list of texts", bool: "true or false"}
