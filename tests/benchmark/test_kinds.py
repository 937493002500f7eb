"""Every kind finds something to ask of the made-up table, and its gold is what one works out."""

from dataclasses import replace
from statistics import fmean

import pytest
from tests.support.benchmark_tables import (
    CATALOGUE,
    HEADING,
    LATEST,
    NAMES,
    PARTS,
    PASSAGE,
    amount,
    made_document,
    made_parts,
    made_rows,
    made_source,
    printed,
    quarterly_amount,
    source_with,
)
from tests.support.generate_cases import EVERYTHING, made

from secqa.benchmark.dataset import Answer, Question
from secqa.benchmark.generation import capacity
from secqa.benchmark.grammar.passage_kinds import passages_of, topic_words
from secqa.benchmark.grammar.question_kinds import KINDS, title_of
from secqa.benchmark.suite import bundled_suites
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.filings.document import Document, Element, ElementType
from secqa.query.leaves import Companies, Years
from secqa.query.period import Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Filter,
    Holds,
    Lookup,
    Number,
)
from secqa.query.tree import nodes

NUMBERS = {name: number for number, name in NAMES.items()}


def year_of(period: object, number: int, each: int = 0) -> int:
    assert isinstance(period, Period)
    if period.each:
        return each - period.back
    return (LATEST[number] if period.year is None else period.year) - period.back


def figure(lookup: object, number: int = 0, each: int = 0) -> float:
    """A look-up of a year, of company `number` and year `each` where it goes through these."""
    assert isinstance(lookup, Lookup)
    number = NUMBERS.get(lookup.company if isinstance(lookup.company, str) else "", number)
    year = year_of(lookup.period, number, each)
    value = amount(number, lookup.metric, year)
    return (
        value * PARTS[number][lookup.part]
        if isinstance(lookup.part, str) and lookup.part
        else value
    )


def years_of(over: object, number: int) -> list[int]:
    assert isinstance(over, Years)
    if over.periods:
        return [year_of(period, number) for period in over.periods]
    if over.last:
        return [LATEST[number] - back for back in range(over.last)]
    return list(range(year_of(over.first, number), year_of(over.final, number) + 1))


def ranked_companies(choice: Choose) -> list[str]:
    assert isinstance(choice.over, Companies)
    names = sorted(
        choice.over.names,
        key=lambda name: figure(choice.by, NUMBERS[name]),
        reverse=choice.highest,
    )
    return names[choice.rank - 1 : None if choice.top == 0 else choice.rank - 1 + choice.top]


def best_year(choice: Choose, number: int) -> int:
    values = {year: figure(choice.by, number, year) for year in years_of(choice.over, number)}
    return (max if choice.highest else min)(values, key=values.__getitem__)


def quarter(lookup: object, period: Period | None = None) -> float:
    assert isinstance(lookup, Lookup)
    assert isinstance(lookup.company, str)
    at = period or lookup.period
    assert isinstance(at, Period)
    number = NUMBERS[lookup.company]
    last = (2025, {1: 2, 2: 1}[number]) if at.year is None else (at.year, at.quarter)
    if at.span == "to_date":
        return sum(quarterly_amount(number, lookup.metric, last[0], n + 1) for n in range(last[1]))
    return quarterly_amount(number, lookup.metric, *last)


def last_quarters(fold: Aggregate) -> float:
    """The average of the last quarters; a fourth is the year less the others."""
    assert isinstance(fold.of, Lookup)
    assert isinstance(fold.of.company, str)
    assert isinstance(fold.over, Years)
    number, metric = NUMBERS[fold.of.company], fold.of.metric
    assert number == 1
    known = [quarterly_amount(1, metric, 2024, n) for n in (1, 2, 3)]
    in_order = [
        quarterly_amount(1, metric, 2025, 2),
        quarterly_amount(1, metric, 2025, 1),
        amount(1, metric, 2024) - sum(known),
    ]
    return fmean(in_order[: fold.over.last])


def by_hand(question: Question) -> Answer:
    """What a question's answer is by the figures that the table was made of."""
    assert question.query
    outputs = question.query.outputs
    first = outputs[0]
    number = NUMBERS[question.companies[0]]
    match question.type:
        case "value_in_quarter" | "value_to_date" | "latest_quarter":
            return quarter(first)
        case "values" | "each_year" | "each_company":
            return tuple(figure(one) for one in outputs)
        case "last_quarterly_reports":
            assert isinstance(first, Aggregate)
            return last_quarters(first)
        case "last_quarters":
            assert isinstance(first, Aggregate)
            assert isinstance(first.over, Years)
            return sum(quarter(first.of, period) for period in first.over.periods)
        case "cagr":
            of, base = lookups_of(first)
            apart = year_of(of.period, number) - year_of(base.period, number)
            return float((figure(of) / figure(base)) ** (1 / apart)) - 1
    match first:
        case Lookup(company=Choose() as company):
            (name,) = ranked_companies(company)
            latest = min(LATEST[NUMBERS[one]] for one in question.companies)
            year = latest if first.period == Period() else year_of(first.period, 0)
            return amount(NUMBERS[name], first.metric, year)
        case Lookup(company=str(), period=Choose() as year):
            return amount(number, first.metric, best_year(year, number))
        case Lookup():
            return figure(first)
        case Arithmetic(sign="/"):
            return figure(first.left) / figure(first.right)
        case Arithmetic(sign="-"):
            return figure(first.left) - figure(first.right)
        case Aggregate(over=Companies() as over):
            values = [figure(first.of, NUMBERS[name]) for name in over.names]
            return sum(values) / (1 if first.how == "sum" else len(values))
        case Aggregate():
            values = [figure(first.of, number, year) for year in years_of(first.over, number)]
            how = {"sum": sum, "average": fmean, "maximum": max, "minimum": min}
            return float(how[first.how](values))  # type: ignore[operator]
        case Choose(over=Years()):
            return float(best_year(first, number))
        case Choose():
            names = ranked_companies(first)
            return names[0] if first.top == 1 else tuple(names)
        case Holds(where=Compare() as where):
            pairs = [
                (figure(where.left, number, year), figure(where.right, number, year))
                for year in years_of(first.over, number)
            ]
            return yes(all(a > b if where.sign == ">" else a < b for a, b in pairs))
        case Compare():
            return yes(figure(first.left) > figure(first.right))
        case Count() | Filter():
            names = passing(first)
            if isinstance(first, Count):
                return float(len(names))
            return names[0] if len(names) == 1 else tuple(names) or "none"
    of, base = lookups_of(first)
    return figure(of) / figure(base) - 1


def lookups_of(tree: object) -> tuple[Lookup, Lookup]:
    of, base = (one for one in nodes(tree) if isinstance(one, Lookup))
    return of, base


def passing(node: Count | Filter) -> list[str]:
    assert isinstance(node.over, Companies)
    assert isinstance(node.where, Compare)
    assert isinstance(node.where.right, Number)
    limit, above = node.where.right.value, node.where.sign == ">"
    values = {name: figure(node.where.left, NUMBERS[name]) for name in node.over.names}
    return [name for name, value in values.items() if (value > limit) == above]


def yes(holds: bool) -> str:
    return "Yes" if holds else "No"


THREE_HOPS = ("company_year_then", "year_company_then")
ONE_OR_TWO_HOPS = [
    kind
    for kind in KINDS
    if not kind.endswith(("_there", "_premise")) and kind not in ("about", *THREE_HOPS)
]


@pytest.mark.parametrize("kind", ONE_OR_TWO_HOPS)
def test_gold_answers_are_what_one_works_out(kind: str) -> None:
    questions = made(EVERYTHING, kinds=((kind, 1.0),), count=4).questions
    assert {question.type for question in questions} == {kind}
    for question in questions:
        expected = by_hand(question)
        if isinstance(expected, tuple | str):
            assert question.answer == expected, question.text
        else:
            assert question.answer == pytest.approx(expected), question.text


def test_three_hops_are_what_one_works_out() -> None:
    kinds = tuple((kind, 1.0) for kind in THREE_HOPS)
    for question in made(EVERYTHING, kinds=kinds, count=20).questions:
        assert question.query
        (asked,) = question.query.outputs
        assert isinstance(asked, Lookup)
        year = asked.period
        assert isinstance(year, Choose)
        assert isinstance(year.by, Lookup)
        if question.type == "company_year_then":
            assert isinstance(asked.company, Choose)
            assert year.by.company == asked.company
            (name,) = ranked_companies(asked.company)
            at = best_year(year, NUMBERS[name])
        else:
            assert isinstance(asked.company, Choose)
            at = best_year(year, NUMBERS[str(year.by.company)])
            (name,) = ranked_companies_in(asked.company, at)
        assert question.answer == amount(NUMBERS[name], asked.metric, at), question.text


def ranked_companies_in(choice: Choose, year: int) -> list[str]:
    """The companies by their values of a year that was found before."""
    assert isinstance(choice.by, Lookup)
    assert isinstance(choice.over, Companies)
    metric = choice.by.metric
    names = sorted(
        choice.over.names,
        key=lambda name: amount(NUMBERS[name], metric, year),
        reverse=choice.highest,
    )
    return names[choice.rank - 1 : choice.rank]


EXAMPLES: dict[str, dict[str, float]] = {
    "value_latest": {
        "What were the total revenues of Delta & Sons in fiscal 2023?": 40e9,
        "What were the diluted earnings per share of Alpha Works in fiscal 2024?": 3.5,
    },
    "value_to_date": {
        "What were the total revenues of Alpha Works in the first six months of fiscal 2024?": 66e9,
        "What was the net income of Alpha Works in the first nine months of fiscal 2024?": 18e9,
    },
    "value_of_part": {
        "What were the total revenues of Beta Foods for Drinks in fiscal 2024?": 20e9,
    },
    "share_of_part": {
        "What was the share of Devices in the total revenues of Alpha Works in fiscal 2023?": 0.4,
    },
    "last_quarters": {
        "What was the sum of the total revenues of Alpha Works over the first quarter of fiscal "
        "2025 and the second quarter of fiscal 2025?": 76e9,
    },
    "latest_quarter": {
        "What was the net income of Alpha Works in the second quarter of fiscal 2025?": 7e9,
    },
    "dividends_over_years": {
        "What was the sum of the dividends of Beta Foods over fiscal 2024, fiscal 2023, fiscal "
        "2022, fiscal 2021 and fiscal 2020?": 10e9,
    },
    "growth_over_years": {
        "What was the percentage change in the total revenues of Alpha Works from fiscal 2022 "
        "to fiscal 2024?": 1 / 0.81 - 1,
    },
}
"""Of kinds with so few questions that all of them are made."""


@pytest.mark.parametrize("kind", EXAMPLES)
def test_examples_by_heart(kind: str) -> None:
    alone = replace(EVERYTHING, kinds=((kind, 1.0),))
    count = capacity(made_source(), CATALOGUE, alone, 1, 99)[kind].total()
    found = {q.plain: q.answer for q in made(alone, count=count).questions}
    for question, answer in EXAMPLES[kind].items():
        assert found[question] == pytest.approx(answer)


def test_unanswerable_questions_say_why_and_have_no_answer() -> None:
    kinds = tuple((kind, 1.0) for kind in KINDS if kind.endswith(("_there", "_premise")))
    assert len(kinds) == 5
    questions = made(EVERYTHING, kinds=kinds, count=25).questions
    assert {question.type for question in questions} == {kind for kind, _ in kinds}
    for question in questions:
        assert question.answer is None
        assert question.why
        assert not question.facts
        assert not question.program
    whys = {question.type: question.why for question in questions}
    assert whys["metric_not_there"] == "Epsilon Bank has no cost of revenue"


def test_what_parts_leave_over_is_not_asked_for() -> None:
    source = made_source()
    owner = source.parts[0].cik
    rest = tuple(
        replace(one, member=f"Outside of {one.member}") if one.cik == owner else one
        for one in source.parts
    )
    alone = replace(EVERYTHING, kinds=(("value_of_part", 1.0),))

    def count(parts: tuple[MetricFact, ...]) -> int:
        made_from = replace(source, parts=parts)
        return capacity(made_from, CATALOGUE, alone, 1, 99)["value_of_part"].total()

    others = tuple(one for one in rest if one.cik != owner)
    assert 0 < count(rest) == count(others) < count(source.parts)


def test_a_suite_of_which_only_unanswerable_questions_are_left_is_refused() -> None:
    kinds = (("grew_every_year", 1.0), ("company_not_there", 1.0))
    with pytest.raises(SecqaError, match="only questions without an answer are left"):
        made(EVERYTHING, kinds=kinds, years=(2024, 2024), partial=True, count=5)


def test_false_premises_say_the_opposite_of_what_happened() -> None:
    for question in made(EVERYTHING, kinds=(("false_premise", 1.0),), count=15).questions:
        assert question.query
        (change,) = question.query.outputs
        assert isinstance(change, Arithmetic)
        rose = figure(change.left) > figure(change.right)
        assert (" fall " in question.text) == rose
        assert (" rise " in question.text) != rose
        assert question.why.startswith("it rose" if rose else "it fell")


def test_passages_answer_what_their_headings_name() -> None:
    for question in made(EVERYTHING, kinds=(("about", 1.0),), count=5).questions:
        assert question.answer == PASSAGE
        (passage,) = question.passages
        assert (passage.page, passage.heading) == (3, HEADING)
        assert "water stewardship" in question.text
        assert passage.document_id[-4:] in question.text


@pytest.mark.parametrize(
    ("more", "is_asked"),
    [
        ((), True),
        (("Other Resources", PASSAGE), True),
        # Another heading of the same item is about a part of the topic.
        (("Stewardship", PASSAGE), False),
        # What a report tells to do is no topic.
        (("Pace", f"We plan to water stewardship, to water growth. {PASSAGE}"), False),
    ],
)
def test_one_passage_alone_is_about_a_topic(more: tuple[str, ...], is_asked: bool) -> None:
    report_ = next(iter(made_rows()[1]))
    page = made_document(report_.document_id).pages[0]
    kinds = (ElementType.TITLE, ElementType.NARRATIVE_TEXT)
    added = (
        Element(place, kind, text, 3, "I/1", 2)
        for place, (kind, text) in enumerate(zip(kinds, more, strict=False), 2)
    )
    document = Document(report_, (replace(page, elements=(*page.elements, *added)),))
    assert (HEADING in [one.heading for one in passages_of(document)]) is is_asked


@pytest.mark.parametrize(
    "heading",
    ["Liquidity and Capital Resources", "Management’s Report on Internal Control", "Human Capital"],
)
def test_headings_of_whole_discussions_and_reports_are_no_topics(heading: str) -> None:
    report_ = next(iter(made_rows()[1]))
    page = made_document(report_.document_id).pages[0]
    title, *rest = page.elements
    named = replace(page, elements=(replace(title, text=heading), *rest))
    assert not passages_of(Document(report_, (named,)))


def test_figures_are_asked_of_what_is_highest() -> None:
    kinds = ("company_then", "year_then", "company_year_then", "year_company_then")
    asked = made(mixed=True, kinds=tuple((kind, 1.0) for kind in kinds), count=60).questions
    chosen = [node for question in asked for node in nodes(question.query)]
    assert all(node.highest for node in chosen if isinstance(node, Choose))


def test_every_kind_has_a_title_and_is_in_a_bundled_suite() -> None:
    assert all(kind.title and kind.id == name for name, kind in KINDS.items())
    assert title_of("a kind of another version") == "a kind of another version"
    asked = {kind for suite in bundled_suites().values() for kind, _ in suite.kinds}
    assert asked == set(KINDS)


@pytest.mark.parametrize(
    ("heading", "text", "words"),
    [
        ("Human Capital", "We invest in human capital.", "human capital"),
        ("COMMODITY RISK", "Prices vary.", "commodity risk"),
        ("Business Combinations", "See Topic 805, Business Combinations.", "business combinations"),
        ("Units of United Kingdom", "In the United Kingdom.", "units of United Kingdom"),
        ("Stock Split", "There was a ten-for-one stock split.", "the stock split"),
    ],
)
def test_headings_within_a_sentence(heading: str, text: str, words: str) -> None:
    assert topic_words(heading, text) == words


@pytest.mark.parametrize(("place", "is_asked"), [("Ruritania", True), ("Americas", False)])
def test_only_single_countries_are_asked_for_in_vain(place: str, is_asked: bool) -> None:
    parts = [
        replace(part, member=place if part.cik == made_parts()[0].cik else part.member)
        for part in made_parts()
    ]
    rows, documents = made_rows()
    source = source_with(rows, documents, printed([*rows, *parts]), parts)
    suite = replace(EVERYTHING, kinds=(("part_not_there", 1.0),))
    (count,) = capacity(source, CATALOGUE, suite, 1, 1).values()
    assert bool(count) is is_asked
