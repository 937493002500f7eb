"""Writes the text of programs: metrics in, Python functions that find their values out.

A program shall read as the paper's figure 6 does: what is asked of which document stands in
the text. So a compound metric becomes a function with one line for each part, under the
part's name, and the formula as its last line. `find` returns None where nothing is printed,
`value` refuses to go on: parts that a company need not have are found, the others valued.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Part, parse, parts, render, without
from secqa.planning.times import NINE_MONTHS, SIX_MONTHS, WHOLE_YEAR, When
from secqa.understanding.companies import Company
from secqa.understanding.industry import is_foreign_part
from secqa.understanding.links import MetricLink

_IMPORTS = "from functions import select_documents, retrieve_relevant_pages, extract_value\n"
_FIND = '''

def {name}(metric, company, year, unit=" in US dollars"):
    """The metric as the company's report of that year prints it, or None."""
    symbol = symbols[company]
    question = f"What is the {{metric}} of {{company}}{symbol} in {phrase}{{unit}}?"
    documents = select_documents({who}, form_types=["{form}"], fiscal_years=[year]){later}
    if not documents:
        raise ValueError(f"no {form} of {{company}} for fiscal year {{year}} in the corpus")
    pages = retrieve_relevant_pages(question, documents)
    return extract_value(question, pages)
'''
_REST_OF_YEAR = '''

def find(metric, company, year, unit=" in US dollars"):
    """The {what}'s, which no report prints: the year's less that of {months} months."""
    whole = find_of_year(metric, company, year, unit)
    before = find_of_{months}_months(metric, company, year, unit)
    return None if whole is None or before is None else whole - before
'''
_TRAILING = '''

def find(metric, company, year, unit=" in US dollars"):
    """The last twelve months': a year's, and what came since less as much of that year."""
    whole = find_of_year(metric, company, year - 1, unit)
    since = find_to_date(metric, company, year, unit)
    before = find_to_date(metric, company, year - 1, unit)
    return None if None in (whole, since, before) else whole + since - before
'''
_VALUE = '''

def value(metric, company, year, unit=" in US dollars"):
    """The metric, which must be there."""
    found = find(metric, company, year, unit)
    if found is None:
        raise ValueError(f"found no {{metric}} of {{company}} in {phrase}")
    return found
'''
_EITHER = '''def either(label, shorter, company, year):
    """The line of that label, else of the shorter one."""
    found = find(label, company, year, unit="")
    return value(shorter, company, year, unit="") if found is None else found
'''
_LATER = """
    if not documents:
        # Later reports show earlier years beside their own.
        later = [year + 1, year + 2]
        documents = select_documents({who}, form_types=["{form}"], fiscal_years=later)"""


@dataclass
class Writer:
    """Collects the functions that a program needs, each once, parts before what uses them."""

    catalogue: Catalogue
    flows: bool = False
    """Whether what is asked for accrues over time, so that a fourth quarter is a difference."""
    payments: bool = False
    """Whether what was paid is asked for, which cash flow statements print negative."""
    industries: frozenset[str] = frozenset()
    """Those of all companies asked about, if known: what none of them has is not looked for."""
    functions: dict[str, str] = field(default_factory=dict)
    """Metric id -> text of its function."""

    def term(self, link: MetricLink, company: str, year: str) -> str:
        """An expression for a metric's value; `company` and `year` are expressions too."""
        if link.metric is not None:
            return self._value(link.metric, company, year)
        line = f'value({quoted(link.name)}, {company}, {year}, unit="")'
        if link.otherwise:
            self.functions["either"] = _EITHER
            other = quoted(f'"{link.otherwise}"')
            line = f"either({quoted(link.name)}, {other}, {company}, {year})"
        if link.over:
            below = quoted(f'"{link.over}"')
            line = f'({line} / value({below}, {company}, {year}, unit=""))'
        return f"abs({line})" if self.payments else line

    def payment(self, link: MetricLink, company: str, year: str) -> str:
        """As `term`, but a payment that the company's report does not show is zero."""
        if link.metric and link.metric.outflow and not link.metric.formula:
            return f"({_asked('find', link.metric, company, year)} or 0)"
        return self.term(link, company, year)

    def text(self, question: str, companies: tuple[Company, ...], when: When, body: str) -> str:
        """The whole program, which ends with `body`."""
        by_symbol = all(company.ticker for company in companies)
        who = "stock_symbols=[symbol]" if by_symbol else "companies=[company]"
        if self.flows and when.trailing:
            to_date = replace(when, trailing=False, year_to_date=True)
            year = _find("find_of_year", WHOLE_YEAR, who, by_symbol)
            find = year + _find("find_to_date", to_date, who, by_symbol) + _TRAILING
        elif self.flows and (when.quarter == 4 or when.second_half):
            months = "six" if when.second_half else "nine"
            part = SIX_MONTHS if when.second_half else NINE_MONTHS
            what = "second half" if when.second_half else "fourth quarter"
            year = _find("find_of_year", WHOLE_YEAR, who, by_symbol)
            before = _find(f"find_of_{months}_months", part, who, by_symbol)
            find = year + before + _REST_OF_YEAR.format(what=what, months=months)
        else:
            find = _find("find", when, who, by_symbol)
        head = _IMPORTS + find + _VALUE.format(phrase=when.phrase)
        symbols = ", ".join(f"{quoted(c.short_name)}: {quoted(c.ticker)}" for c in companies)
        main = f"symbols = {{{symbols}}}\n{body}"
        comment = "# " + " ".join(question.split())
        return f"{comment}\n\n" + "\n\n".join([head, *self.functions.values(), main])

    def _value(self, metric: Metric, company: str, year: str) -> str:
        if not (metric.formula or metric.fallback):
            return _asked("value", metric, company, year)
        if metric.id not in self.functions:
            text = "\n".join(self._function(metric)) + "\n"
            self.functions[metric.id] = text
        return f"{metric.id}({company}, {year})"

    def _function(self, metric: Metric) -> Iterator[str]:
        yield f"def {metric.id}(company, year):"
        if metric.fallback or metric.printed:
            yield f'    """{metric.name.capitalize()} as printed, else worked out."""'
            yield f"    printed = {_asked('find', metric, 'company', 'year')}"
            yield "    if printed is not None:"
            yield "        return printed"
        else:
            yield f'    """{metric.definition[:1].upper()}{metric.definition[1:]}."""'
        formula = without(parse(metric.formula or metric.fallback), self._is_foreign)
        needed = parts(formula)
        for part in needed:
            yield f"    {_variable(part)} = {self._part(part)}"
        if metric.formula and all(part.optional for part in needed):
            # Each may be absent; but all of them absent means that none was read.
            yield f"    if not ({' or '.join(_variable(part) for part in needed)}):"
            yield f'        raise ValueError(f"found no part of the {metric.name} of {{company}}")'
        yield f"    return {render(formula, _variable)}"

    def _is_foreign(self, part: Part) -> bool:
        """Whether a part applies to none of the companies."""
        return bool(self.industries) and all(
            is_foreign_part(part, industry, self.catalogue) for industry in self.industries
        )

    def _part(self, part: Part) -> str:
        metric = self.catalogue[part.metric]
        year = f"year - {part.back}" if part.back else "year"
        if part.optional and not (metric.formula or metric.fallback):
            return f"{_asked('find', metric, 'company', year)} or 0"
        return self._value(metric, "company", year)


def _find(name: str, when: When, who: str, by_symbol: bool) -> str:
    """The text of a function that looks a metric up in the reports of one kind of period."""
    form = "10-Q" if 0 < when.quarter < 4 else "10-K"
    return _FIND.format(
        name=name,
        phrase=when.phrase,
        who=who,
        form=form,
        symbol=" ({symbol})" if by_symbol else "",
        later="" if when.quarter else _LATER.format(who=who, form=form),
    )


def quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def _variable(part: Part) -> str:
    return f"{part.metric}_before" if part.back else f"its_{part.metric}"


def _asked(function: str, metric: Metric, company: str, year: str) -> str:
    """A call of `find` or `value`."""
    unit = "" if metric.unit.startswith("USD") else ', unit=""'
    return f"{function}({quoted(metric.name)}, {company}, {year}{unit})"
