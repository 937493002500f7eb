"""The Python functions that compiled programs may contain, as templates.

`FIND` and those after it find figures, `HELPERS` compute with them. `{more}` and `{passed}` are
parameters that not every program needs, and the arguments that hand them on.
"""

import builtins
import keyword

from secqa.query.answer_rules import FEWEST

FIND = '''

def find{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The metric as the company's report of that time prints it, or None."""{own}
    symbol = symbols[company]
    question = f"What is the {{metric}} of {{company}}{symbol} in {phrase}{{unit}}{where}?"
    documents = select_documents({who}, form_types=["{form}"], fiscal_years=[{report}]{of}){later}
    if not documents:
        raise ValueError(f"no {form} of {{company}} for {of_year} {{{report}}} in the corpus")
    pages = retrieve_relevant_pages(question, documents)
    return extract_value(question, pages)
'''
REST = '''

def find{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The {what}'s, which no report prints: the year's less that of the {months} months before."""
    whole = find(metric, company, year, unit{passed})
    before = find{before}(metric, company, year, unit{passed})
    return None if whole is None or before is None else whole - before
'''
TO_DATE = '''

def find{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The quarter's, or where that is not printed, the year's to its end less to its beginning."""
    found = find{printed}(metric, company, year, unit{passed})
    if found is not None:
        return found
    try:
        until = find_to{printed}(metric, company, year, unit{passed})
        before = find{before}(metric, company, year, unit{passed})
    except ValueError:
        return None
    return None if until is None or before is None else until - before
'''
TRAILING = '''

def find{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The last twelve months': a year's, and what came since less as much of that year."""
    whole = find(metric, company, year - 1, unit{passed})
    since = find{until}(metric, company, year, unit{passed})
    before = find{until}(metric, company, year - 1, unit{passed})
    return None if None in (whole, since, before) else whole + since - before
'''
VALUE = '''

def value{kind}(metric, company, year, unit=" in US dollars"{more}):
    """The metric, which must be there."""
    found = find{kind}(metric, company, year, unit{passed})
    if found is None:
        raise ValueError(f"found no {{metric}} of {{company}} in {phrase}")
    return found
'''
EITHER = '''

def either{kind}(label, shorter, company, year{more}):
    """The line of that label, else of the shorter one."""
    found = find{kind}(label, company, year, ""{passed})
    return value{kind}(shorter, company, year, ""{passed}) if found is None else found
'''
LATER = """
    if not documents:
        # Later reports show earlier years beside their own.
        later = [{report} + 1, {report} + 2]
        documents = select_documents({who}, form_types=["{form}"], fiscal_years=later)"""
RESERVED = frozenset({
    *dir(builtins), *keyword.kwlist, "find", "value", "either", "growth", "cagr", "average",
    "compared", "median", "series", "symbols", "companies", "years", "parts", "company", "year",
    "part", "ranking", "ranked", "chosen", "answer", "answers", "select_documents",
    "retrieve_relevant_pages", "extract_value",
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

def compared(companies, work):
    \"\"\"What each company comes to, without those that have no such figure.\"\"\"
    results, missing = {{}}, []
    for company in companies:
        try:
            results[company] = work(company)
        except (ValueError, RuntimeError, ZeroDivisionError, IndexError) as error:
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
        except (ValueError, RuntimeError, ZeroDivisionError) as error:
            lines.append(f"none: {error}")
    return "\\n".join(lines)
""",
    "average": """

def average(values):
    return sum(values) / len(values)
""",
    "median": """

def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return (ordered[-middle - 1] + ordered[middle]) / 2
""",
}
