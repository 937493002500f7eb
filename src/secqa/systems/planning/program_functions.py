"""Hold the Python functions of compiled programs as text.

`FIND` finds figures, `HELPERS` compute with them. Words in capitals are replaced per program.
"""

import builtins
import keyword

from secqa.query.answer_rules import FEWEST

FIND = '''

def find(metric, company, year, period="FY", unit=" in US dollars", where="", report=None):
    """The metric as reports print it, or None; `report` is the fiscal year of the report."""
SUMS    when = periods[period].replace("YEAR", str(year))
    question = f"What is the {metric} of {company}SYMBOL in {when}{unit}{where}?"
QUARTERS    report = report or year
    documents = select_documents(WHO, form_types=["10-K"], fiscal_years=[report])
    if not documents:
        # Later reports show earlier years beside their own.
        later = [report + 1, report + 2]
        documents = select_documents(WHO, form_types=["10-K"], fiscal_years=later)
    if not documents:
        raise ValueError(f"no 10-K of {company} for fiscal year {report} in the corpus")
    return extract_value(question, retrieve_relevant_pages(question, documents))


def value(metric, company, year, period="FY", **how):
    """The metric, which must be there."""
    found = find(metric, company, year, period, **how)
    if found is None:
        when = periods[period].replace("YEAR", str(year))
        raise ValueError(f"found no {metric} of {company} in {when}")
    return found
'''
QUARTERS = """\
    if period != "FY":
        quarter = period[-2:]
        documents = select_documents(
            WHO, form_types=["10-Q"], fiscal_years=[year], fiscal_periods=[quarter]
        )
        if not documents:
            which = f"quarter {quarter[1]} of fiscal year {year}"
            raise ValueError(f"no 10-Q of {company} for {which} in the corpus")
        return extract_value(question, retrieve_relevant_pages(question, documents))
"""
SUMS = """\
    if period in sums:
        # No report prints it: it is made of periods that reports print.
        parts = [find(metric, company, year - n, p, unit, where) for _, n, p in sums[period]]
        if None in parts:
            return None
        return sum([sign * part for (sign, _, _), part in zip(sums[period], parts)])
    if period.startswith("own "):
        # Of the quarter alone, or where that is not printed, of the year up to its end.
        found = find(metric, company, year, period[4:], unit, where)
        if found is not None:
            return found
        try:
            return find(metric, company, year, "less " + period[4:], unit, where)
        except ValueError:
            return None
"""
RESERVED = frozenset({
    *dir(builtins), *keyword.kwlist, "find", "value", "growth", "cagr",
    "compared", "statistics", "series", "symbols", "periods", "sums", "companies", "years", "parts",
    "company", "year", "part", "ranking", "ranked", "chosen", "answer", "answers",
    "select_documents", "retrieve_relevant_pages", "extract_value",
})  # fmt: skip
HELPERS = {
    "growth": """

def growth(value, base):
    return (value - base) / base
""",
    "cagr": """

def cagr(value, base, years):
    if value / base < 0:
        raise ValueError("there is no compound rate from or to a negative figure")
    return (value / base) ** (1 / years) - 1
""",
    "compared": f"""

def compared(items, work, omitted=None):
    \"\"\"What each item comes to, without those that have no such figure.\"\"\"
    omitted = omitted or (
        ValueError, RuntimeError, ZeroDivisionError, IndexError, AssertionError
    )
    results, missing = {{}}, []
    for item in items:
        try:
            results[item] = work(item)
        except omitted as error:
            missing.append(error)
    if missing and len(results) < {FEWEST}:
        raise missing[0]
    return results
""",
    "series": """

def series(values):
    \"\"\"Each value on a line of its own; "none" and the reason for what is not told.\"\"\"
    lines = []
    for one in values:
        try:
            lines.append(one if isinstance(one, str) else str(one()))
        except (ValueError, RuntimeError, ZeroDivisionError, AssertionError) as error:
            lines.append(f"none: {error}")
    return "\\n".join(lines)
""",
}
