"""What is asked of companies of some industries: an understood question in, what of it applies out.

A metric that a company's industry does not have is refused before a program looks for it, unless
its filings print a line of that very name: a bank's "overhead ratio" is that line, no overhead.
"""

from dataclasses import replace

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.understanding.companies import Company
from secqa.understanding.industry import industry_of, is_foreign, prints
from secqa.understanding.lines import Lines, LinesOf
from secqa.understanding.links import MetricLink
from secqa.understanding.question import Ask


def of_industries(ask: Ask, catalogue: Catalogue, lines_of: LinesOf) -> tuple[Ask, frozenset[str]]:
    """The question with metrics that its companies have, and all their industries if known.

    CannotAnswer where one of them has no such thing.
    """
    printed = {c: lines for c in ask.companies if (lines := lines_of(c)) is not None}
    industries = {company: industry_of(lines) for company, lines in printed.items()}
    for company, industry in industries.items():
        lines = printed[company]
        links = (_of_industry(link, company, industry, lines, catalogue) for link in ask.metrics)
        ask = replace(ask, metrics=tuple(links))
    all_known = len(printed) == len(ask.companies)
    return ask, frozenset(industries.values()) if all_known else frozenset()


def _of_industry(
    link: MetricLink, company: Company, industry: str, lines: Lines, catalogue: Catalogue
) -> MetricLink:
    metric = link.metric
    if industry == "general" or metric is None or not is_foreign(metric, industry, catalogue):
        return link
    if prints(lines, metric):
        return link
    line = lines.named(link.label)
    if line is None:
        raise CannotAnswer(f"{metric.name} does not apply to {company.short_name} ({industry})")
    return replace(link, metric=None, label=line.label)
