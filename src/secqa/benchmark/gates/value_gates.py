"""Turns away questions whose values are not printed, too close or too rough.

The paper removes single values that are not printed in the document (section 4.3) and compound
ones that are (section 4.4), and a person checks the rest. Here rules check: every value must be
printed on a page (a dash for zero is not), a worked-out answer nowhere in its document, the base
of a quotient must not be near zero, and a winner must lead by more than the margin of answers.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from secqa.benchmark.corpus_facts import (
    CorpusFacts,
    PageNumbers,
    numbers_in,
    printed_forms,
    rounded_forms,
)
from secqa.benchmark.draft import Draft
from secqa.benchmark.gates.absent_terms import labels_of_numbers, names_of_rows
from secqa.facts.fact import MetricFact, StatedFact
from secqa.facts.table.compound import CompoundFact
from secqa.facts.table.gates.notes import shares_name, statement_differs
from secqa.metrics.bounds import divisors
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.formula import (
    Constant,
    Formula,
    MetricPart,
    Operation,
    evaluate,
    metrics_in,
    parse,
)
from secqa.metrics.metric import Metric
from secqa.query.answer_rules import PAYMENTS
from secqa.query.query import Arithmetic, Choose, Compare, Growth, Lookup

LEAD = 0.01
"""The highest of a ranking must lead the next by more than this share of itself."""
SMALLEST_BASE = 0.01
"""A base of a percentage must be at least this share of the value compared with it."""
SMALLEST_CHANGE = 0.001
"""Rounding alone would decide percentages nearer to zero than this."""
SIGNED = "difference_between_companies"
"""The paper's kind, whose words fit both signs."""
MOST_TIMES = 5
"""Companies are not compared if one is more than this many times as large."""

_TOO_ROUGH = "a value is printed too roughly"
_TRIVIAL = (0, 1)
"""Values that a ratio has only because a term is missing: 1 for retention without dividends."""
_LONG = 3
"""Digits of a number that hardly stands in a report by chance."""
_BELOW_ZERO = "a comparison of values below zero"
"""Readers disagree which of two losses, or of two payments, is the highest, and which rose."""


def against_fact(fact: MetricFact, catalogue: Catalogue, source: CorpusFacts) -> Iterator[str]:
    """Yield why no question may use a value that a filing states."""
    if not fact.evidence:
        yield "a value has no place in the documents"
    if not fact.value:
        yield "a value is zero"
    if fact.value < 0 and _is_paid(fact.metric, catalogue):
        yield "a payment that was an income"
    if not printed_as_such(fact, source.page_numbers):
        yield "a value is not printed as such"
    if _is_rough(fact) and all(place.row < 0 for place in fact.evidence):
        yield _TOO_ROUGH
    if metric := catalogue.metrics.get(fact.metric):
        lines = source.lines_of(fact.document_id)
        if statement_differs(fact, metric, lines, fact.period_end):
            yield "a statement prints another value"
        if shares_name(fact, metric, lines):
            yield "another line of the statement is called the same"


def _is_paid(metric: str, catalogue: Catalogue) -> bool:
    """Whether a metric is an amount paid; an acquisition that brought cash is no payment."""
    return metric in PAYMENTS or (metric in catalogue.metrics and catalogue[metric].positive)


def against_formula(
    value: CompoundFact, catalogue: Catalogue, source: CorpusFacts
) -> Iterator[str]:
    """Yield why no question may use a computed value."""
    if value.not_applicable and value.value in _TRIVIAL:
        yield "it is so because a term is missing"
    if _is_of_loss(value, catalogue):
        yield "a ratio of a loss"
    if _has_negative_base(value, catalogue):
        yield "the base is negative or near zero"
    text = source.document_text(value.document_id)
    for one in (value.metric, *_worked_out_in(value.metric, catalogue)):
        if _has_figure_of_name(catalogue[one], text):
            yield "its report has a figure of that name"
    if printed_anywhere(value.value, catalogue[value.metric], text):
        yield "a worked-out value is printed"


@cache
def _worked_out_in(metric: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The metrics that its formula names and that are worked out in turn."""
    named = metrics_in(parse(catalogue[metric].formula or catalogue[metric].fallback))
    inner = [one for one in sorted(named) if catalogue[one].formula]
    return (*inner, *(other for one in inner for other in _worked_out_in(one, catalogue)))


def _has_figure_of_name(metric: Metric, text: str) -> bool:
    """Whether a row or a sentence of a report gives a figure under a name of the metric: many
    define free cash flow, EBITDA or total debt in their own way."""
    labels = labels_of_numbers(text)
    if metric.unit == "pure":
        labels |= labels_of_numbers(text, percent=True)
    names = (metric.name, metric.name[:1].upper() + metric.name[1:])
    phrases = (f"{name} {word} $" for name in names for word in ("was", "of"))
    return not names_of_rows(metric).isdisjoint(labels) or any(one in text for one in phrases)


def against_steps(draft: Draft) -> Iterator[str]:
    """Yield why the calculation from the values to the answers is not sound."""
    gold = draft.gold
    if not all(gold.answers):
        yield "a value is zero"
    if len(set(gold.answers)) < len(gold.answers):
        yield "two figures are the same"
    if (gold.worked_out or not draft.is_one_figure) and any(map(_is_rough, gold.facts)):
        yield _TOO_ROUGH
    for node, values in gold.steps:
        match node:
            case Growth():
                yield _against_quotient(*values)
                if _are_companies(node.of, node.base):
                    yield _against_comparing(*values)
                    yield _against_lower(*values) if draft.kind != SIGNED else ""
            case Arithmetic(sign="/"):
                yield _against_share(node, *values)
            case Compare():
                yield "" if leads(sorted(values, key=abs, reverse=True)) else "too close to tell"
                yield _BELOW_ZERO if max(values) < 0 else ""
            case Choose():
                yield "" if _are_apart(node, values) else "no clear winner"
                yield _BELOW_ZERO if min(values, default=0) < 0 else ""
            case Arithmetic(sign="-"):
                yield _BELOW_ZERO if max(values) < 0 else ""
    match draft.query.outputs if draft.query else ():
        case (Arithmetic("-", of, base),) if _are_companies(of, base):
            # All answers of a difference are figures.
            yield _against_lower(float(gold.answers[0]), 0.0)


def leads(values: Sequence[float]) -> bool:
    """Whether the first of sorted values leads the second by more than the margin."""
    return len(values) < 2 or abs(values[0] - values[1]) > LEAD * abs(values[0])


def _are_apart(choice: Choose, values: Sequence[float]) -> bool:
    """Whether the same items are chosen in the same order however values are rounded."""
    last = len(values) if choice.top == 0 else choice.rank - 1 + choice.top
    first = max(0, choice.rank - 2)
    return all(leads(values[at:]) for at in range(first, min(last, len(values) - 1)))


def _are_companies(of: object, base: object) -> bool:
    return isinstance(of, Lookup) and isinstance(base, Lookup) and of.company != base.company


def _against_lower(value: float, other: float) -> str:
    """Reject "by how much did A exceed B?" where A does not."""
    return "the other company's is higher" if value < other else ""


def _against_share(node: Arithmetic, part: float, whole: float) -> str:
    """Reject a part that is larger than its whole, or that is all of it."""
    left = node.left
    if whole <= 0:
        return "the base is negative or near zero"
    if part == whole:
        return "a part is all of its whole"
    is_share = isinstance(left, Lookup) and left.part and replace(left, part="") == node.right
    return "a part is larger than its whole" if is_share and abs(part) > abs(whole) else ""


def _against_comparing(value: float, base: float) -> str:
    """Reject companies of such different sizes that a percentage says nothing."""
    if value < 0:
        return "a profit is compared with a loss"
    apart = abs(value) > MOST_TIMES * abs(base) or abs(base) > MOST_TIMES * abs(value)
    return "the companies are too far apart" if apart else ""


def _against_quotient(value: float, base: float) -> str:
    if base <= 0 or base < SMALLEST_BASE * abs(value):
        return "the base is negative or near zero"
    steady = abs(value - base) < SMALLEST_CHANGE * base
    return "the change is near zero" if steady else ""


def _is_rough(fact: MetricFact) -> bool:
    """Whether a value is printed so roughly that rounding exceeds the margin of answers.

    Cells of tables are exact by themselves, but not as operands; sentences round: "about 1.2
    billion".
    """
    if fact.unit == "pure" or fact.decimals is None:
        return False
    return bool(0.5 * 10**-fact.decimals > LEAD * abs(fact.value))


def _has_negative_base(value: CompoundFact, catalogue: Catalogue) -> bool:
    """Whether a divisor is zero or negative: growth from a loss, a multiple of a deficit."""
    formula = parse(catalogue[value.metric].formula)
    if formula == Operation("-", _quotient(formula), Constant(1)):
        # Of a growth the earlier value is the base.
        return min(value.parts, key=lambda part: part.period_end).value <= 0
    formulas = [formula]
    formulas += (parse(catalogue[one].formula) for one in _worked_out_in(value.metric, catalogue))
    bases = [base for one in formulas for base in divisors(one)]
    # Employed capital is negative where short-term liabilities are higher than all assets.
    terms = {(one.metric, value.fiscal_year - one.fiscal_year): one.value for one in value.parts}
    worked_out = (evaluate(base, terms) for base in bases)
    if any(isinstance(base, float) and base <= 0 for base in worked_out):
        return True
    below = {metric for base in bases for metric in metrics_in(base)}
    below |= {part for one in below for part in all_parts(catalogue[one], catalogue)}
    return any(part.value <= 0 for part in value.parts if part.metric in below)


def _is_of_loss(value: CompoundFact, catalogue: Catalogue) -> bool:
    """Whether a quotient is negative and so has no meaning: a loss for each employee, a deficit as
    a share of assets, a loss larger than its base, a tax rate of three times the profit."""
    if any(part.unit == "pure" and not 0 <= part.value <= 1 for part in value.parts):
        return True
    formula = parse(catalogue[value.metric].formula)
    if value.value >= 0 or not isinstance(formula, Operation) or formula.sign != "/":
        return False
    parts = {part.metric for part in value.parts}
    is_balance = all(catalogue[part].period == "instant" for part in parts)
    return is_balance or value.unit != "pure" or value.value < -1


def _quotient(formula: Formula) -> Formula:
    """The quotient in a growth formula: this year's value over last year's."""
    match formula:
        case Operation("-", Operation("/", MetricPart(now, 0), MetricPart(then, 1)) as quotient, _):
            return quotient if now == then else formula
    return formula


def printed_as_such(fact: StatedFact, page_numbers: PageNumbers) -> bool:
    """The paper's filter for single values: the figure occurs on one of its evidence pages."""
    forms = printed_forms(fact.value, fact.unit)
    pages = {(place.document_id, place.page) for place in fact.evidence}
    return any(not forms.isdisjoint(page_numbers(*page)) for page in sorted(pages))


def printed_anywhere(value: float, metric: Metric, text: str) -> bool:
    """The paper's filter for compound values: the document prints the figure, maybe rounded.

    A form of three digits or more counts wherever it stands, a shorter one in a line that names
    the metric: "46%" alone stands in every report.
    """
    forms = rounded_forms(value, metric.unit)
    lines = _lines_with_number(text)
    printed = [form for form in forms if form in lines]
    if any(len(form.replace(".", "").strip("0")) >= _LONG for form in printed):
        return True
    terms = tuple(term.lower() for term in (metric.name, *metric.synonyms))
    return any(term in lines[form] for form in printed for term in terms)


@lru_cache(maxsize=512)
def _lines_with_number(text: str) -> dict[str, str]:
    """Map each number to the lines of a text that print it, in lower case."""
    lines = defaultdict[str, list[str]](list)
    for line in text.lower().splitlines():
        for number in numbers_in(line):
            lines[number].append(line)
    return {number: "\n".join(of_number) for number, of_number in lines.items()}
