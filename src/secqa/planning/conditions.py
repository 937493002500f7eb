"""Lines of programs that look whether companies, years or two values pass a condition.

In: the question with its terms. Out: lines, the last of which sets `answer`: who passes, how
many do, or Yes or No.
"""

from secqa.planning.program import quoted
from secqa.planning.setting import Setting
from secqa.understanding.links import MetricLink
from secqa.understanding.wanted import Over, Quantifier


def passing(setting: Setting, answer: str) -> list[str]:
    """The companies or years that pass; `answer` is the line that says what is told of them."""
    if setting.ask.wanted.over is Over.COMPANIES:
        value = _looked_at(setting, "company", str(setting.when.latest))
        items = f"{{company: {value} for company in symbols}}"
    else:
        value = _looked_at(setting, setting.first(), "year")
        items = f"{{year: {value} for year in {_years_looked_at(setting)}}}"
    passes = _condition(setting, "values[item]")
    return [f"values = {items}", f"passing = [item for item in values if {passes}]", answer]


def check(setting: Setting) -> list[str]:
    """Yes or No."""
    if setting.ask.wanted.quantifier:
        passed = {
            Quantifier.ALL: "len(passing) == len(values)",
            Quantifier.ANY: "passing",
            Quantifier.NONE: "not passing",
        }[setting.ask.wanted.quantifier]
        return passing(setting, f'answer = "Yes" if {passed} else "No"')
    wanted, latest, base = setting.ask.wanted, str(setting.when.latest), str(setting.when.base)
    sign = ">" if wanted.above else "<"
    if wanted.limit is not None:
        value = _held_or_paid(setting, setting.first(), latest)
        lines, test = [f"value_found = {value}"], _condition(setting, "value_found")
    elif wanted.over is Over.COMPANIES:
        lines, test = setting.two_companies(), f"first {sign} second"
    elif wanted.over is Over.METRICS:
        places = setting.terms.different()[:2]
        left, right = (setting.terms.measured(place, setting.first(), latest) for place in places)
        lines, test = [f"first = {left}", f"second = {right}"], f"first {sign} second"
    else:
        lines = [
            f"latest = {setting.terms.term(0, setting.first(), latest)}",
            f"base = {setting.terms.term(0, setting.first(), base)}",
        ]
        test = f"latest {sign} base"
    return [*lines, f'answer = "Yes" if {test} else "No"']


def _condition(setting: Setting, value: str) -> str:
    wanted = setting.ask.wanted
    equal = "=" if wanted.inclusive else ""
    sign = ">" if wanted.above else "<"
    test = f"{value} {sign}{equal} {wanted.limit or 0:.15g}"
    if wanted.up_to is not None:
        test = f"{wanted.limit:.15g} <{equal} {value} <{equal} {wanted.up_to:.15g}"
    return f"not {test}" if wanted.denied else test


def _looked_at(setting: Setting, company: str, year: str) -> str:
    """What must pass for one company and year."""
    match setting.ask.wanted.sides:
        case Over.METRICS:
            left, right = (
                setting.terms.term(place, company, year) for place in setting.terms.different()[:2]
            )
            return f"{left} - ({right})"
        case Over.COMPANIES:
            left, right = (
                setting.terms.term(0, quoted(one.short_name), year) for one in setting.companies[:2]
            )
            return f"{left} - ({right})"
        case _:
            return _held_or_paid(setting, company, year)


def _held_or_paid(setting: Setting, company: str, year: str) -> str:
    """ "Did it pay dividends?" is answered by a cash flow statement without dividends."""
    place = setting.terms.only()
    term = setting.terms.all()[place]
    bare = setting.ask.wanted.limit == 0 and setting.ask.wanted.change is None
    if bare and isinstance(term, MetricLink):
        return setting.terms.writer.payment(term, company, year)
    return setting.terms.measured(place, company, year)


def _years_looked_at(setting: Setting) -> str:
    """From one year to another there is a change in each year but the first."""
    wanted = setting.ask.wanted
    within = wanted.quantifier and wanted.change and setting.ask.periods.is_range
    return repr(list(setting.when.years[1:] if within else setting.when.years))
