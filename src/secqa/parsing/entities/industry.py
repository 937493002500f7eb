"""Classify companies by their printed lines: banks, insurers or general.

Only a bank prints deposits, loans and net interest income. A bank has no current assets and no cost
of sales, so its current ratio must not be searched: some note would have a figure to misread.
"""

from collections.abc import Collection

from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Formula, MetricPart, parse, parts, without
from secqa.metrics.metric import Metric
from secqa.parsing.entities.label_mentions import Lines
from secqa.parsing.lexicon import read_data

_ENOUGH = 2
"""Minimum lines of an industry: one may belong to a division."""


def industry_of(lines: Lines) -> str:
    """The industry whose lines the statements print."""
    found = {
        industry: sum(any(_is_printed(lines, name) for name in names) for names in own)
        for industry, own in read_data("industry_lines").items()
    }
    best = max(found, key=lambda industry: found[industry])
    return best if found[best] >= _ENOUGH else "general"


def is_foreign(metric: Metric, industry: str, catalogue: Catalogue) -> bool:
    """Whether a metric, or a required term of its formula, does not apply to an industry."""
    if industry in metric.not_in:
        return True
    needed = parts(parse(metric.formula)) if metric.formula else ()
    return any(
        is_foreign(catalogue[part.metric], industry, catalogue)
        for part in needed
        if not part.optional
    )


def prints(lines: Lines, metric: Metric) -> bool:
    """Whether a statement prints a metric."""
    return any(_is_printed(lines, name) for name in (metric.name, *metric.printed))


def _is_printed(lines: Lines, name: str) -> bool:
    line = lines.line_of(name)
    return line is not None and line.statements > 0


def formula_for(metric: Metric, industries: Collection[str], catalogue: Catalogue) -> Formula:
    """The formula of a metric, without terms that apply to none of the industries."""

    def is_dropped(part: MetricPart) -> bool:
        needed = catalogue[part.metric]
        return bool(industries) and all(is_foreign(needed, one, catalogue) for one in industries)

    return without(parse(metric.formula or metric.fallback), is_dropped)
