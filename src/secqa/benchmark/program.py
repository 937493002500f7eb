"""Gold programs: a filled question in, the program that answers it out (the paper's figure 6).

The program knows what the question leaves to rule: which fiscal year is the latest, which
annual report carries it. Given an `extract_value` that reads right it writes the gold answer;
a test runs every one.
"""

import json

from secqa.benchmark.fill import Filling
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Part, parse, render

_HEAD = """\
from functions import (
    select_documents,
    retrieve_relevant_pages,
    extract_value,
)
"""
_WRITE = """
# Save the answer to a file
with open("answer.txt", "w") as f:
    f.write(str(answer))
"""


def program_of(
    filling: Filling, text: str, documents: dict[str, Metadata], catalogue: Catalogue
) -> str:
    """The program; `documents` tell the fiscal year of each report."""
    metrics = [catalogue[metric] for metric in filling.metrics]
    write = {
        "value": _value,
        "sum": _sum,
        "growth": _growth,
        "difference": _difference,
        "argmax": _argmax,
    }[filling.template.operation]
    worked_out = filling.worked_out
    if worked_out is None:
        body = write(filling, metrics, documents)
    else:
        body = _formula(filling, worked_out, documents, catalogue)
    return f"# {text}\n\n{_HEAD}\n{body}{_WRITE}"


def _value(filling: Filling, metrics: list[Metric], documents: dict[str, Metadata]) -> str:
    fact = filling.facts[0]
    return (
        f"# Step 1: Extract the {metrics[0].name}\n"
        + _lookup(_asked(metrics[0], _named(filling, 0), _period(fact)), fact, documents)
        + "answer = extract_value(question, pages)\n"
    )


def _formula(
    filling: Filling,
    worked_out: CompoundFact,
    documents: dict[str, Metadata],
    catalogue: Catalogue,
) -> str:
    lines = []
    names = {(fact.metric, fact.fiscal_year): _variable(fact, worked_out) for fact in filling.facts}
    for step, fact in enumerate(filling.facts, 1):
        metric = catalogue[fact.metric]
        name = names[fact.metric, fact.fiscal_year]
        lines.append(
            f"# Step {step}: Extract the {metric.name}\n"
            + _lookup(_asked(metric, _named(filling, 0), _period(fact)), fact, documents)
            + f"{name} = extract_value(question, pages)\n\n"
        )
    asked = catalogue[worked_out.metric]
    spelt = _spelt_out(asked, worked_out.fiscal_year, names, catalogue)
    lines.append(f"# Step {len(lines) + 1}: Work out the {asked.name}\nanswer = {spelt}\n")
    return "".join(lines)


def _variable(fact: MetricFact, worked_out: CompoundFact) -> str:
    back = worked_out.fiscal_year - fact.fiscal_year
    return f"{fact.metric}_{fact.fiscal_year}" if back else fact.metric


def _spelt_out(
    metric: Metric, year: int, names: dict[tuple[str, int], str], catalogue: Catalogue
) -> str:
    """The formula over variables; compound parts become theirs, what does not apply zero."""

    def name(part: Part) -> str:
        there = names.get((part.metric, year - part.back))
        if there is not None:
            return there
        inner = catalogue[part.metric]
        if not (inner.formula or inner.fallback):
            return "0"
        return f"({_spelt_out(inner, year - part.back, names, catalogue)})"

    return render(parse(metric.formula or metric.fallback), name)


def _sum(filling: Filling, metrics: list[Metric], documents: dict[str, Metadata]) -> str:
    return (
        f"# Step 1: Extract the {metrics[0].name} of each year from the report that carries it\n"
        + _reports(filling, documents)
        + "values = []\n"
        + _loop_over_years(filling, metrics[0])
        + "    values.append(extract_value(question, pages))\n\n"
        + "# Step 2: Add up\n"
        + "answer = sum(values)\n"
    )


def _growth(filling: Filling, metrics: list[Metric], documents: dict[str, Metadata]) -> str:
    current, base = (period.year for period in filling.periods)
    return (
        f"# Step 1: Extract the {metrics[0].name} of both years\n"
        + _reports(filling, documents)
        + "values = {}\n"
        + _loop_over_years(filling, metrics[0])
        + "    values[year] = extract_value(question, pages)\n\n"
        + "# Step 2: Compute the growth\n"
        + f"answer = (values[{current}] - values[{base}]) / values[{base}]\n"
    )


def _difference(filling: Filling, metrics: list[Metric], documents: dict[str, Metadata]) -> str:
    return (
        f"# Step 1: Extract the {metrics[0].name} of both companies\n"
        + _companies(filling, documents)
        + "values = []\n"
        + _loop_over_companies(filling, metrics[0])
        + "    values.append(extract_value(question, pages))\n\n"
        + "# Step 2: Compare with the second company\n"
        + "answer = (values[0] - values[1]) / values[1]\n"
    )


def _argmax(filling: Filling, metrics: list[Metric], documents: dict[str, Metadata]) -> str:
    ranking, wanted = metrics
    year = filling.periods[0].year
    return (
        f"# Step 1: Identify the {ranking.name} of each company\n"
        + _companies(filling, documents)
        + "values = {}\n"
        + _loop_over_companies(filling, ranking)
        + "    values[company] = extract_value(question, pages)\n\n"
        + "# Step 2: Determine which company has the highest\n"
        + "highest = max(values, key=lambda x: values.get(x))\n"
        + "place = companies.index(highest)\n"
        + "symbol, report = stock_symbols[place], reports[place]\n\n"
        + f"# Step 3: Find the {wanted.name} of that company\n"
        + f"question = f{_quoted(_asked(wanted, '{highest} ({symbol})', f'fiscal year {year}'))}\n"
        + "documents = select_documents("
        + 'stock_symbols=[symbol], form_types=["10-K"], fiscal_years=[report])\n'
        + "pages = retrieve_relevant_pages(question, documents)\n"
        + "answer = extract_value(question, pages)\n"
    )


def _lookup(question: str, fact: MetricFact, documents: dict[str, Metadata]) -> str:
    """Question, documents and pages of one value."""
    report = documents[fact.document_id]
    ends = ""
    if fact.fiscal_period != "FY" and report.period_end is not None:
        day = report.period_end.isoformat()
        ends = (
            f"    financial_period_end_date_range_start={_quoted(day)},\n"
            f"    financial_period_end_date_range_end={_quoted(day)},\n"
        )
    return (
        f"question = {_quoted(question)}\n"
        "documents = select_documents(\n"
        f"    stock_symbols=[{_quoted(fact.ticker)}],\n"
        f"    form_types=[{_quoted(report.form)}],\n"
        f"    fiscal_years=[{report.fiscal_year}],\n"
        f"{ends})\n"
        "pages = retrieve_relevant_pages(question, documents)\n"
    )


def _reports(filling: Filling, documents: dict[str, Metadata]) -> str:
    reports = {fact.fiscal_year: documents[fact.document_id].fiscal_year for fact in filling.facts}
    return f"reports = {reports}\n"


def _loop_over_years(filling: Filling, metric: Metric) -> str:
    symbol = filling.companies[0].ticker
    # The question becomes an f-string: braces of a name would be taken for its own.
    company = _named(filling, 0).replace("{", "{{").replace("}", "}}")
    question = _asked(metric, company, "fiscal year {year}")
    return (
        "for year, report in reports.items():\n"
        f"    question = f{_quoted(question)}\n"
        f"    documents = select_documents(stock_symbols=[{_quoted(symbol)}], "
        'form_types=["10-K"], fiscal_years=[report])\n'
        "    pages = retrieve_relevant_pages(question, documents)\n"
    )


def _companies(filling: Filling, documents: dict[str, Metadata]) -> str:
    asked = filling.facts[: len(filling.companies)]
    names = ", ".join(_quoted(company.name) for company in filling.companies)
    symbols = ", ".join(_quoted(company.ticker) for company in filling.companies)
    return (
        f"companies = [{names}]\n"
        f"stock_symbols = [{symbols}]\n"
        f"reports = {[documents[fact.document_id].fiscal_year for fact in asked]}\n"
    )


def _loop_over_companies(filling: Filling, metric: Metric) -> str:
    year = filling.periods[0].year
    question = _asked(metric, "{company} ({symbol})", f"fiscal year {year}")
    return (
        "for company, symbol, report in zip(companies, stock_symbols, reports):\n"
        f"    question = f{_quoted(question)}\n"
        "    documents = select_documents("
        'stock_symbols=[symbol], form_types=["10-K"], fiscal_years=[report])\n'
        "    pages = retrieve_relevant_pages(question, documents)\n"
    )


def _asked(metric: Metric, company: str, period: str) -> str:
    """The atomic question: one metric, one company, one period."""
    dollars = " in US dollars" if metric.unit.startswith("USD") else ""
    return f"What is the {metric.name} of {company} in {period}{dollars}?"


def _named(filling: Filling, place: int) -> str:
    company = filling.companies[place]
    return f"{company.name} ({company.ticker})" if company.ticker else company.name


def _period(fact: MetricFact) -> str:
    if fact.fiscal_period == "FY":
        return f"fiscal year {fact.fiscal_year}"
    quarters = {"Q1": "first", "Q2": "second", "Q3": "third"}
    return f"the {quarters[fact.fiscal_period]} quarter of fiscal year {fact.fiscal_year}"


def _quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)
