"""Plans without a model: a question in, a program that answers it out.

The question is understood (see `understanding`), its years are found, and the operation is
written down as a few lines of Python over the metrics asked for. The difficulty is to refuse
in time: a question about a company that is not there, or one that was not understood, must
not become a program that answers another question.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from secqa.errors import CannotAnswer
from secqa.filings.document import Statement
from secqa.metrics.catalogue import Catalogue, Metric, all_parts
from secqa.metrics.senses import name_sense
from secqa.planning.body import body, labels
from secqa.planning.industries import of_industries
from secqa.planning.program import Writer
from secqa.planning.setting import Setting
from secqa.planning.terms import Terms
from secqa.planning.times import find_years
from secqa.understanding.companies import Companies, Company
from secqa.understanding.company_links import link_companies, mask_companies
from secqa.understanding.lines import LinesOf, unprinted
from secqa.understanding.question import Ask, understand
from secqa.understanding.spelling import respelt
from secqa.understanding.strangers import own_names
from secqa.understanding.wanted import Kind, Over

_MAX_COMPANIES = 50
_SPENT = re.compile(
    r"\b(?:burn(?:ed|t|s)?|generat\w+|consum\w+|spen[dt]|repa(?:y|id)|raised?|invest(?:ed)?"
    r"|b(?:uy|ought)|pa(?:y|id) for)\b",
    re.IGNORECASE,
)
"""What is done with money over time: no balance tells it."""
_HELD = re.compile(
    r"\b(?:did|does|do)\b[^?]*?\bhave (?:invested|raised)\b|['’]s (?:invested|raised)\b",
    re.IGNORECASE,
)
"""How a balance is, no payment: "how much cash did it have invested"."""
_NAMED = re.compile(r"\b[a-z]*[A-Z][\w&-]*")
_EARNED = re.compile(
    r"\b(?:rake[ds]?|bring|brought|take|took|pull(?:ed)?) in from\b", re.IGNORECASE
)
_PAID = re.compile(
    r"\b(?:pay|paid|spen[dt]|repa(?:y|id)|buy|bought|purchased?|invest(?:ed)?|put|lay|laid)\b",
    re.IGNORECASE,
)


_OF_PAIRS = {Kind.VALUE, Kind.CHECK, Kind.DIFFERENCE, Kind.RATIO, Kind.PERCENT_DIFFERENCE}
Printing = Callable[[str], Sequence[Company]]


@dataclass(frozen=True, slots=True)
class Plan:
    """A program and what it was made from."""

    program: str
    """It writes `answer.txt`: a number, "Yes", "No", a company's name, or one such a line."""
    ask: Ask
    labels: tuple[str, ...] = ()
    """What each line is about, where the program writes several values."""
    by_model: bool = False
    """Written by a language model, which may mend it once."""


def plan(
    question: str,
    companies: Sequence[Company],
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
    printing: Printing = lambda _label: (),
) -> Plan:
    """The program for a question; CannotAnswer, with the reason, when there is none.

    `lines_of` gives what a company's filings print, where that is known, and `printing` the
    companies whose filings print a line of just that name.
    """
    try:
        return _plan(question, companies, catalogue, lines_of)
    except CannotAnswer:
        for other in _other_readings(question, companies, catalogue, lines_of, printing):
            with suppress(CannotAnswer):
                return _plan(other, companies, catalogue, lines_of)
        raise


def _other_readings(
    question: str,
    companies: Sequence[Company],
    catalogue: Catalogue,
    lines_of: LinesOf,
    printing: Printing,
) -> Iterator[str]:
    """The question with slips put right, or with the company whose part it names."""
    index = companies if isinstance(companies, Companies) else Companies(companies)
    mentions = link_companies(question, index)
    lines = [own for mention in mentions if (own := lines_of(mention.company))]
    spelt = respelt(question, mentions, catalogue, lines)
    if spelt != question:
        yield spelt
    if not mentions:
        owners = {owner for name in own_names(question) for owner in printing(name)}
        if len(owners) == 1:
            yield f"{question} ({owners.pop().short_name})"


def _plan(
    question: str, companies: Sequence[Company], catalogue: Catalogue, lines_of: LinesOf
) -> Plan:
    ask = understand(question, companies, catalogue, lines_of)
    named = _companies(ask, companies)
    if not ask.metrics:
        raise CannotAnswer("no metric is recognised in the question")
    for company in ask.companies:
        lines = lines_of(company)
        label = unprinted(ask.metrics, question, lines) if lines else ""
        if label:
            raise CannotAnswer(
                f"no line of the filings of {company.short_name} is called {label!r}; "
                "name a metric or a line as it is printed"
            )
        word = next((name for name in _names_unread(ask) if lines and lines.named(name)), "")
        if word:
            raise CannotAnswer(f"what {word!r} is to do with the values is not understood")
    ask, industries = of_industries(ask, catalogue, lines_of)
    if ask.undone:
        raise CannotAnswer(f"what to do with the values is not understood ({ask.undone!r})")
    when = find_years(ask, named)
    wanted = ask.wanted
    several = wanted.over is Over.COMPANIES or len(named) > 1
    one_by_one = wanted.kind is Kind.VALUE and not ask.years_between
    listed = one_by_one or (ask.pairs and wanted.kind in _OF_PAIRS)
    if several and len(ask.periods.years) > 1 and not (wanted.change or wanted.sides or listed):
        raise CannotAnswer("several companies in several years; ask for one year at a time")
    _check_flows(ask, mask_companies(question, link_companies(question, Companies(companies))))
    kinds = _kinds(ask, catalogue)
    if when.quarter == 4 and kinds & {"duration", "row"} and kinds != {"amount", "duration"}:
        raise CannotAnswer("fourth quarters are not reported alone; ask for the year or 9 months")
    derived = when.trailing or when.second_half
    if derived and ("instant" in kinds or not kinds <= {"amount", "duration", "row"}):
        raise CannotAnswer(
            "only amounts of whole periods are taken from each other; ask for a year"
        )
    paid = _PAID.search(question) is not None
    writer = Writer(catalogue, bool(kinds & {"duration", "row"}), paid, industries)
    setting = Setting(ask, named, when, Terms(ask, when, writer))
    written = body(setting)
    written += ["", 'with open("answer.txt", "w") as f:', "    f.write(str(answer))", ""]
    return Plan(writer.text(question, named, when, "\n".join(written)), ask, labels(setting))


def _names_unread(ask: Ask) -> Iterator[str]:
    """Words of the question that are written as names and that nothing accounts for."""
    for found in _NAMED.finditer(ask.question):
        if found.start() and found.group().lower() in ask.unexplained:
            yield found.group()


def _check_flows(ask: Ask, question: str) -> None:
    """Refuse what is done with money over time where only a balance is named.

    The names of companies are masked in `question`: "Best Buy" buys nothing.
    """
    metric = ask.metric
    if metric and not _is_earned(metric) and _EARNED.search(ask.question):
        raise CannotAnswer(f"what comes in from {ask.metrics[0].label} is not {metric.name}")
    if len(ask.metrics) > 1 or metric is None or (metric.period, metric.unit) != ("instant", "USD"):
        return
    flows = _SPENT.search(_HELD.sub("", question.replace(ask.metrics[0].label, "")))
    if flows and ask.wanted.kind in {Kind.VALUE, Kind.SUM, Kind.AVERAGE}:
        raise CannotAnswer(
            f"{metric.name} is a balance, and {flows.group()!r} asks for a payment; "
            "name the line of the cash flow statement"
        )


def _is_earned(metric: Metric) -> bool:
    """Whether a metric is money that comes in from something."""
    income = metric.unit == "USD" and metric.statement == Statement.INCOME
    return income and name_sense(metric.name) >= 0


def _kinds(ask: Ask, catalogue: Catalogue) -> set[str]:
    """What the values read are: `duration` or `instant`; `amount`, `other` or `row` (of a report).

    Only amounts of durations can be taken from each other.
    """
    kinds: set[str] = set()
    for link in ask.metrics:
        if link.metric is None:
            kinds.add("row")
            continue
        parts = [catalogue[part] for part in all_parts(link.metric, catalogue)] or [link.metric]
        for metric in parts:
            if not metric.formula:
                kinds |= {metric.period, "amount" if metric.unit == "USD" else "other"}
    return kinds


def _companies(ask: Ask, companies: Sequence[Company]) -> tuple[Company, ...]:
    if ask.strangers:
        name = ask.strangers[0]
        meant = Companies(companies).named_alike(name)
        choices = " or ".join(company.short_name for company in meant)
        if meant:
            raise CannotAnswer(f"{name} may be {choices}; say which")
        raise CannotAnswer(f"{name} is not a company of the corpus")
    if not ask.question.strip():
        raise CannotAnswer("the question is empty; ask in a sentence, in quotation marks")
    if not ask.companies and not ask.whole_corpus:
        raise CannotAnswer("no company of the corpus is named in the question")
    named = ask.companies or tuple(company for company in companies if company.fiscal_years)
    if len(named) > _MAX_COMPANIES:
        raise CannotAnswer(f"that would take reports of {len(named)} companies; name some of them")
    return named
