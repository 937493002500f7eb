"""`Metric`: one thing that can be asked for, with its names, labels, concepts or formula.

Some names say something of the values. "Net loss" takes for granted that there is one, "annual
sales" that a year is meant, "distributions per unit" a partnership, "spread income" a bank. All of
them are understood in a question; but who asks by such a name says something that must hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass

GENERAL = "general"
"""The industry of a company that has no marks of another."""
PRESUMPTIONS = ("negative", "positive", "year", "units", "never")
"""What a name can take for granted, besides an industry: see `metrics.presumed`."""


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
    """Row labels it is printed under, lower case, the most exact first; learned ones follow."""
    not_printed: tuple[str, ...] = ()
    """Words which, when in a row's label, tell that the row is something else."""
    statement: str = ""
    """The `Statement` that carries it, or ""."""
    sections: tuple[str, ...] = ()
    """Words of headings it stands under when not in a statement."""
    concepts: tuple[str, ...] = ()
    """XBRL concepts in order of preference, us-gaap unless a prefix ("dei:…") says otherwise;
    "a+b" and "a-b" need both parts."""
    rows: tuple[str, ...] = ()
    """Concepts whose rows add up to it where its statement prints no total."""
    printed_parts: tuple[str, ...] = ()
    """Labels of rows that add up to it where its statement prints no total."""
    spare: tuple[str, ...] = ()
    """Concepts to take only where a document has none of the others; "-a" turns the sign."""
    vetoes: tuple[str, ...] = ()
    """Words which, in the label beside a tagged value, tell that its tag says too much; "=words"
    are the whole label."""
    outflow: bool = False
    """A payment: positive as a value, printed negative; learned of most concepts."""
    positive: bool = False
    """Never below zero: where a filer tags it so, nothing should be asked about it."""
    vague: bool = False
    """Its name alone does not tell which figure is meant, since filers print several that are
    called so: questions are made of it only where they name the statement."""
    fallback: str = ""
    """Base metrics: a formula that gives the value where a company does not print it."""
    outside: tuple[str, ...] = ()
    """Metrics whose lines may hold this one: where they do, it has no value of its own."""
    outside_words: tuple[str, ...] = ()
    """Words in the label or the concept of such a line that tell that it does."""
    one_line_of: tuple[str, ...] = ()
    """Metrics that a statement may print in one line, which is then this one's value."""
    not_in: tuple[str, ...] = ()
    """Industries it does not apply to: `general`, or what `marks` of a metric names."""
    marks: str = ""
    """The industry that statements which print it tell, with others of its marks."""
    only_general: tuple[str, ...] = ()
    """Of the concepts, those that are all of it in general companies, and a part in others."""
    in_banks: str = ""
    """A formula over lines of a bank, whose statements need not print it."""
    stated: bool = False
    """A company's own measure, not tagged and defined by itself: what is printed is its value."""
    people: bool = False
    """A number of people, which filings state in prose only: see `facts.resolve.stated`."""
    of: str = ""
    """Metrics of parts of a company: the metric of the whole that they split."""
    axes: tuple[str, ...] = ()
    """Metrics of parts of a company: the XBRL axes along which it is split."""
    formula: str = ""
    """Compound metrics: an expression over metric ids, see `metrics.formula`."""
    definition: str = ""
    """Compound metrics: the formula in words, to print under a question. Others: what they count,
    where their name leaves that open."""
    shown: str = ""
    """How a `pure` value is best read: `times` and `days` as they are, "" in percent."""
    presumes: tuple[tuple[str, str], ...] = ()
    """Synonyms, each with what it takes for granted: see `metrics.presumed`."""

    def __hash__(self) -> int:
        # What is worked out once for a metric is looked up by it all the time.
        return hash(self.id)

    @property
    def is_flow(self) -> bool:
        """Whether amounts of parts of a year add up to that of the year."""
        return self.period == "duration" and self.unit == "USD"

    @property
    def general_definition(self) -> str:
        """The definition without what it says of banks and insurers alone."""
        return self.definition.partition("; for banks and insurers")[0]


def without_terms(definition: str, names: Iterable[str]) -> str:
    """A definition without terms of a sum that a company does not have, by name."""
    for name in names:
        for sign in ("plus", "minus", "less"):
            definition = definition.replace(f" {sign} {name}", "")
        definition = definition.removeprefix(f"{name} plus ")
    return definition


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of the values that a question asks for."""

    values: tuple[float, ...] = ()
    years: bool = True
    """Whether all of them are of whole years."""
    units: bool = False
    """Whether the company's shares are units: it is a partnership."""
    industry: str = ""
    """"" where it is not known: metrics of other industries are not asked about anyway."""


def names_that_hold(metric: Metric, known: Circumstances) -> tuple[str, ...]:
    """The metric's name and those of its synonyms that presume nothing, or what holds."""
    presumes = dict(metric.presumes)
    held = (one for one in metric.synonyms if _holds(presumes.get(one, ""), known))
    return (metric.name, *held)


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
    """Whether all are so; not where there is none, which says nothing."""
    found = list(signs)
    return bool(found) and all(found)
