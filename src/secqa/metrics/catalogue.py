"""Load the catalogue of metrics, a TOML file that a user can extend.

It is the only source of metrics for facts (concepts), planning (synonyms), reading (printed line
items) and retrieval (statement, section words), so that these agree.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.extensions import METRICS, is_extension, load_extension
from secqa.files import bundled_toml, read_text
from secqa.metrics.formula import Formula, MetricPart, metrics_in, parse, parts, render
from secqa.metrics.metric import GENERAL, PRESUMPTIONS, Metric
from secqa.metrics.printed_labels import are_paid, labels_of


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All metrics by id, in file order. Compared by identity, so that indexes of it can be
    cached."""

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

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each metric, by id."""
        return {metric.id: metric.name for metric in self.metrics.values()}

    def base(self) -> Iterable[Metric]:
        """Metrics of a whole company that filings print."""
        return (m for m in self.metrics.values() if not m.formula and not m.axes)

    def split(self) -> Iterable[Metric]:
        """Metrics of parts of a company: its segments, regions, products."""
        return (metric for metric in self.metrics.values() if metric.axes)

    def compound(self) -> Iterable[Metric]:
        """Metrics calculated from others."""
        return (metric for metric in self.metrics.values() if metric.formula)


def load_catalogue(extra: Path | None = None) -> Catalogue:
    """Load the bundled catalogue, extended by a user's own file; see `extended`."""
    return extended(metrics_text(extra), str(extra)) if extra is not None else extended()


def metrics_text(path: Path) -> str:
    """A user's own metrics as TOML: a file, or the name of a `secqa.extensions.metric`.

    Raises `SecqaError` if it cannot be read.
    """
    name = str(path)
    if path.exists() or not is_extension(name, METRICS):
        return read_text(path, "give a TOML file, or a metric of yours as module:name")
    table = load_extension(name, METRICS)()
    if not isinstance(table, dict):
        raise SecqaError(f"{name}: gave no fields of a metric; return name, unit, period, …")
    values = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items())
    return "\n".join([f"[{name.rpartition(':')[2]}]", *values, ""])


def extended(own: str = "", source: str = "") -> Catalogue:
    """Extend the bundled catalogue by a user's entries; `source` names their file in errors.

    An entry with a new id adds a metric; one with an existing id replaces the fields it has. Raises
    `SecqaError` if an entry is invalid or uses a name of another metric.
    """
    # Without own entries it is one catalogue for all sources, and what is made of it is kept.
    return _extended(own, source if own else "")


@lru_cache(maxsize=8)
def _extended(own: str, source: str) -> Catalogue:
    tables = bundled_toml("secqa.metrics", "catalogue.toml")
    metrics = {
        metric_id: _metric(metric_id, _whole(table, tables, metric_id, ""), "the bundled catalogue")
        for metric_id, table in tables.items()
    }
    check_formulas(metrics, "the bundled catalogue")
    if own:
        changed = _tables(own, source)
        for metric_id, table in changed.items():
            there = tables.get(metric_id, {}) | table
            whole = _whole(there, tables | changed, metric_id, source)
            metrics[metric_id] = _metric(metric_id, whole, source)
        check_formulas(metrics, source)
        check_entries(metrics, changed, source)
        for metric_id, table in changed.items():
            if "formula" in table and "definition" not in table:
                metrics[metric_id] = _defined(metrics[metric_id], metrics)
    return Catalogue({name: with_learned(metric) for name, metric in metrics.items()})


def with_learned(metric: Metric) -> Metric:
    """Add to a metric the learned labels of its concepts, after its own.

    A metric without labels in its entry also gets rare ones.
    """
    if not metric.concepts or metric.axes or metric.formula:
        return metric
    learned = labels_of(metric.concepts, rare=not metric.printed)
    refused = {label for label in learned if any(word in label for word in metric.not_printed)}
    printed = (one for one in (*metric.printed, *learned) if one not in refused)
    paid = metric.outflow or are_paid(metric.concepts)
    return replace(metric, printed=tuple(dict.fromkeys(printed)), outflow=paid)


def _defined(metric: Metric, metrics: dict[str, Metric]) -> Metric:
    """Set a compound metric's definition to its formula in words."""
    return replace(metric, definition=formula_text(parse(metric.formula), metrics))


def formula_text(formula: Formula, metrics: Mapping[str, Metric]) -> str:
    """A formula with the names of its parts: "short-term debt (if any) + long-term debt"."""

    def name_of(part: MetricPart) -> str:
        year = " of the previous year" * bool(part.back)
        return metrics[part.metric].name + year + " (if any)" * part.optional

    return render(formula, name_of)


def all_parts(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    """Ids of all metrics in a compound metric, including those of compound parts."""
    direct = metrics_in(parse(metric.formula)) if metric.formula else set()
    return frozenset(direct).union(*(all_parts(catalogue[part], catalogue) for part in direct))


def optional_parts(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    """Ids of the parts of a metric that count as zero if they do not apply."""
    direct = parts(parse(metric.formula)) if metric.formula else ()
    inner = (optional_parts(catalogue[part.metric], catalogue) for part in direct)
    return frozenset(part.metric for part in direct if part.optional).union(*inner)


def check_formulas(metrics: dict[str, Metric], source: str) -> None:
    """Raise `SecqaError` for formulas that are invalid, circular or name an unknown metric."""
    leads_to: dict[str, set[str]] = {}
    for metric in metrics.values():
        texts = (metric.formula, metric.fallback, metric.in_banks)
        try:
            found = [metrics_in(parse(text)) for text in texts if text]
            leads_to[metric.id] = {part for names in found for part in names}
        except SecqaError as error:
            raise SecqaError(f"{source}: [{metric.id}] {error}") from error
        if unknown := leads_to[metric.id] - set(metrics):
            raise SecqaError(
                f"{source}: [{metric.id}] names unknown metrics {sorted(unknown)}; "
                "`secqa metrics` lists all"
            )
    try:
        TopologicalSorter(leads_to).prepare()
    except CycleError as error:
        raise SecqaError(f"{source}: formulas in a circle: {' -> '.join(error.args[1])}") from error


def check_entries(metrics: dict[str, Metric], changed: Iterable[str], source: str) -> None:
    """Raise `SecqaError` for entries that cannot have a value, or with names of another metric."""
    owners: dict[str, str] = {}
    industries = dict.fromkeys((GENERAL, *(m.marks for m in metrics.values() if m.marks)))
    for metric in metrics.values():
        if metric.id not in changed:
            owners |= dict.fromkeys((metric.name.lower(), *metric.synonyms), metric.id)
    for metric_id in changed:
        metric = metrics[metric_id]
        where = f"{source}: [{metric_id}]"
        for key, known in _ALLOWED.items():
            if getattr(metric, key) not in known:
                listed = ", ".join(filter(None, known))
                raise SecqaError(f"{where} {key} {getattr(metric, key)!r} is none of {listed}")
        if unknown := set(metric.not_in) - {*industries}:
            listed = ", ".join(industries)
            raise SecqaError(f"{where} not_in {sorted(unknown)}: not of {listed}")
        if unknown := {given for _, given in metric.presumes} - {*PRESUMPTIONS, *industries}:
            listed = ", ".join((*PRESUMPTIONS, *industries))
            raise SecqaError(f"{where} presumes {sorted(unknown)}: not of {listed}")
        read = metric.printed and (metric.statement or metric.stated or metric.people)
        if not (metric.concepts or metric.formula or read):
            raise SecqaError(
                f"{where} can have no value; give concepts, a formula, or printed labels and "
                "their statement"
            )
        if metric.of and metric.of not in metrics:
            raise SecqaError(f"{where} of {metric.of!r}: no such metric; `secqa metrics` lists all")
        for phrase in (metric.name.lower(), *metric.synonyms):
            other = owners.setdefault(phrase, metric_id)
            if other != metric_id:
                raise SecqaError(f"{where} {phrase!r} is a name of {other}; give another")


def _tables(text: str, source: str) -> dict[str, dict[str, Any]]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SecqaError(f"{source}: not TOML ({error}); mend it there") from error
    for metric_id, table in tables.items():
        if not isinstance(table, dict) or not _ID.fullmatch(metric_id):
            raise SecqaError(
                f"{source}: {metric_id!r} is no entry; begin one with [its_id], in small letters"
            )
    return tables


def _whole(
    table: dict[str, Any], tables: dict[str, dict[str, Any]], metric_id: str, source: str
) -> dict[str, Any]:
    """Add to an entry the fields that it inherits from the entry named in `like`."""
    if "like" not in table:
        return table
    other = tables.get(str(table["like"]))
    if other is None or "like" in other:
        raise SecqaError(
            f"{source}: [{metric_id}] like {table['like']!r}: no such entry, or one that is like "
            "another; name one that stands for itself"
        )
    own = {key: value for key, value in table.items() if key != "like"}
    return {k: v for k, v in other.items() if k not in _OWN} | own


def _metric(metric_id: str, table: dict[str, Any], source: str) -> Metric:
    known = {field.name: field.default for field in fields(Metric) if field.name != "id"}
    if not {"name", "unit", "period"} <= set(table):
        raise SecqaError(f"{source}: [{metric_id}] needs name, unit and period")
    if unknown := set(table) - set(known):
        raise SecqaError(
            f"{source}: [{metric_id}] has unknown keys {sorted(unknown)}; "
            f"there are {', '.join(known)}"
        )
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    values["presumes"] = _presumed(values.get("presumes", {}), values, f"{source}: [{metric_id}]")
    for key, value in values.items():
        if key == "presumes":
            continue
        kind = str if known[key] is MISSING else type(known[key])
        words = value if isinstance(value, tuple) else ()
        if not isinstance(value, kind) or not all(isinstance(word, str) for word in words):
            raise SecqaError(f"{source}: [{metric_id}] {key} is not {_KINDS[kind]}")
    return Metric(id=metric_id, **values)


def _presumed(table: object, values: dict[str, Any], where: str) -> tuple[tuple[str, str], ...]:
    """The conditions implied by synonyms. Raises `SecqaError` if any is not a text or a synonym."""
    if not isinstance(table, dict) or not all(isinstance(one, str) for one in table.values()):
        raise SecqaError(f"{where} presumes is not a table of texts")
    if unknown := set(table) - set(values.get("synonyms", ())):
        raise SecqaError(f"{where} presumes: {sorted(unknown)} are no synonyms of it")
    return tuple(table.items())


_ID = re.compile(r"[a-z][a-z0-9_]*")
_OWN = ("name", "synonyms", "presumes", "marks")
"""Fields that `like` does not inherit."""
_ALLOWED = {
    "unit": ("USD", "USD/shares", "shares", "count", "pure"),
    "period": ("duration", "instant"),
    "shown": ("", "times", "days"),
    "statement": ("", "income", "comprehensive_income", "balance_sheet", "cash_flow", "equity"),
}
_KINDS = {str: "a text", tuple: "a list of texts", bool: "true or false"}


def find_metric(text: str, catalogue: Catalogue) -> Metric | None:
    """The metric with an id, a name or a synonym, or None."""
    name = text.strip().casefold()
    metrics = catalogue.metrics.values()
    by_name = {key: metric for metric in metrics for key in (metric.id, metric.name.casefold())}
    by_synonym = {word.casefold(): metric for metric in metrics for word in metric.synonyms}
    return by_name.get(name) or by_synonym.get(name)
