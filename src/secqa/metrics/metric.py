"""Define a metric of the catalogue, with its names, labels, and concepts or formula.

Some names imply a condition on the values: "net loss" a negative one, "annual sales" a whole year,
"distributions per unit" a partnership, "spread income" a bank. All names are understood in
questions, but a question may use only names whose conditions are met.
"""

from collections.abc import Iterable
from dataclasses import dataclass

GENERAL = "general"
"""The industry of a company without marks of another one."""
PRESUMPTIONS = ("negative", "positive", "year", "units", "never")
"""The conditions that a name can imply, besides an industry: see `metrics.presumed`."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One entry of the catalogue."""

    id: str
    """`net_income`"""
    name: str
    """Name in questions: "net income"."""
    unit: str
    """`USD`, `USD/shares`, `shares`, `count` or `pure` (ratios, 1% is 0.01)."""
    period: str
    """`duration` or `instant`."""
    synonyms: tuple[str, ...] = ()
    """Other names that analysts use, in lower case."""
    printed: tuple[str, ...] = ()
    """Row labels in lower case, the most exact first; learned ones follow."""
    not_printed: tuple[str, ...] = ()
    """Words in a row's label that exclude the row."""
    statement: str = ""
    """The `Statement` that prints it, or ""."""
    sections: tuple[str, ...] = ()
    """Words of the headings above it outside statements."""
    concepts: tuple[str, ...] = ()
    """XBRL concepts in order of preference, us-gaap unless a prefix ("dei:…") says otherwise;
    "a+b" and "a-b" need both parts."""
    rows: tuple[str, ...] = ()
    """Concepts whose rows add up to it if its statement has no total."""
    printed_parts: tuple[str, ...] = ()
    """Labels of rows that add up to it if its statement has no total."""
    spare: tuple[str, ...] = ()
    """Concepts used only if a document has none of the others; "-a" changes the sign."""
    vetoes: tuple[str, ...] = ()
    """Words in the label of a tagged value that contradict its tag; "=words" match the whole
    label."""
    outflow: bool = False
    """True for payments, whose positive values are printed as negative; learned for most
    concepts."""
    positive: bool = False
    """True if never negative; a negative tagged value is doubtful."""
    vague: bool = False
    """True if filers print several figures with this name; questions then name the statement."""
    fallback: str = ""
    """For base metrics: a formula for the value if a company does not print it."""
    outside: tuple[str, ...] = ()
    """Metrics whose lines may include this one, which then has no value of its own."""
    outside_words: tuple[str, ...] = ()
    """Words in the label or the concept of such a line that show that it includes this metric."""
    one_line_of: tuple[str, ...] = ()
    """Metrics that a statement may print in one line, which then is the value of this one."""
    not_in: tuple[str, ...] = ()
    """Industries to which it does not apply: `general`, or an industry in the `marks` of a
    metric."""
    marks: str = ""
    """The industry that it indicates if printed in a statement together with other marks."""
    only_general: tuple[str, ...] = ()
    """Concepts that are the whole metric in general companies, and only a part of it in others."""
    in_banks: str = ""
    """A formula for banks, whose statements may not print the metric."""
    stated: bool = False
    """True for an untagged measure that companies define themselves; its value is the printed
    one."""
    people: bool = False
    """True for a number of people, stated only in prose: see `facts.resolve.stated`."""
    of: str = ""
    """For metrics of parts of a company: the corresponding metric of the whole."""
    axes: tuple[str, ...] = ()
    """For metrics of parts of a company: the XBRL axes of the parts."""
    formula: str = ""
    """For compound metrics: an expression over metric ids, see `metrics.formula`."""
    definition: str = ""
    """The formula in words, printed under a question; for base metrics an explanation of an unclear
    name."""
    shown: str = ""
    """Unit in which a `pure` value is shown: `times`, `days`, or "" for percent."""
    presumes: tuple[tuple[str, str], ...] = ()
    """Pairs of a synonym and the condition it implies: see `metrics.presumed`."""

    def __hash__(self) -> int:
        # What is worked out once for a metric is looked up by it all the time.
        return hash(self.id)

    @property
    def is_flow(self) -> bool:
        """Whether amounts of quarters add up to that of the year."""
        return self.period == "duration" and self.unit == "USD"

    @property
    def general_definition(self) -> str:
        """The definition without the parts about banks and insurers only."""
        return self.definition.partition("; for banks and insurers")[0]


def without_terms(definition: str, names: Iterable[str]) -> str:
    """Remove the named terms from a sum in a definition."""
    for name in names:
        for sign in ("plus", "minus", "less"):
            definition = definition.replace(f" {sign} {name}", "")
        definition = definition.removeprefix(f"{name} plus ")
    return definition


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Known properties of the values that a question asks for."""

    values: tuple[float, ...] = ()
    years: bool = True
    """True if all are values of whole years."""
    units: bool = False
    """True if the company is a partnership, whose shares are units."""
    industry: str = ""
    """The company's industry; "" if unknown, which matches any."""


def names_that_hold(metric: Metric, known: Circumstances) -> tuple[str, ...]:
    """The metric's name and those of its synonyms whose conditions are met."""
    presumes = dict(metric.presumes)
    fitting = (one for one in metric.synonyms if _holds(presumes.get(one, ""), known))
    return (metric.name, *fitting)


def _holds(presumption: str, known: Circumstances) -> bool:
    match presumption:
        case "":
            return True
        case "never":
            return False
        case "negative":
            return _all(value < 0 for value in known.values)
        case "positive":
            return _all(value > 0 for value in known.values)
        case "year":
            return known.years
        case "units":
            return known.units
    return known.industry in ("", presumption)


def _all(signs: Iterable[bool]) -> bool:
    """Whether there are values and all meet a condition."""
    found = list(signs)
    return bool(found) and all(found)
