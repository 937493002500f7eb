"""What the fitted scorer adds to the rules, and how the two check each other."""

from dataclasses import replace

import pytest
from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Page, Statement, Table
from secqa.learning.linear import Logistic
from secqa.metrics.catalogue import extended, load_catalogue
from secqa.metrics.label_model import LabelModel
from secqa.reading.model.candidate_features import NAMES, features
from secqa.reading.model.reading_choice import (
    CandidateScorer,
    ScoredCandidate,
    choice_evidence,
    choose_reading,
)
from secqa.reading.model.value_proposals import proposals, scored_tables
from secqa.reading.reader import proposed_by_rule, read_by_rule, read_value_of
from secqa.reading.reading import Reading, ValueOrigin
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import Candidate, metric_target

CATALOGUE = load_catalogue()
OWN = metadata()


def statement(rows: str, kind: Statement) -> Table:
    return table(f"(in millions) | 2024 | 2023\n{rows}", statement=kind)


INCOME = statement(
    "Net sales | 900 | 800\nCost of sales, including buying and occupancy costs | 600 | 500\n"
    "Selling and general expenses | 100 | 90\nInterest expense, net | 10 | 9\n"
    "Income before income taxes | 190 | 201\nProvision for income taxes | 40 | 41\n"
    "Net income | 150 | 160",
    Statement.INCOME,
)
FLOWS = statement(
    "Net cash provided by operating activities | 210 | 200\n"
    "Net cash (used in) investing activities | (77) | (66)\n"
    "Net cash (used in) financing activities | (55) | (44)",
    Statement.CASH_FLOW,
)


def read(metric: str, *pages: Page, year: int = 2024) -> tuple[Reading, Reading]:
    """By rule alone, and by both."""
    target = metric_target(CATALOGUE[metric], ReadPeriod(year))
    given = [(OWN, one) for one in pages]
    return read_by_rule("?", target, given), read_value_of("?", target, given, CATALOGUE)


@pytest.mark.parametrize(
    ("metric", "printed", "value"),
    [
        ("sga", INCOME, 90e6),
        ("investing_cash_flow", FLOWS, -66e6),
        ("financing_cash_flow", FLOWS, -44e6),
    ],
)
def test_lines_are_read_that_no_rule_names(metric: str, printed: Table, value: float) -> None:
    ruled, both = read(metric, page(printed), year=2023)
    assert ruled.value is None
    assert both.value == value


def test_a_reading_that_both_give_is_nearly_sure() -> None:
    ruled, both = read("net_income", page(INCOME))
    assert ruled.value == both.value == 150e6
    assert both.confidence > 0.9
    assert (both.page, both.row) == (ruled.page, ruled.row)


def test_what_no_line_says_is_not_read() -> None:
    assert read("goodwill", page(INCOME))[1].value is None


def test_every_proposal_has_every_feature() -> None:
    metric, labels = CATALOGUE["net_income"], LabelModel.load()
    target = metric_target(metric, ReadPeriod(2024))
    text = "Net income for 2024 was $150 million."
    tables, ruled = proposed_by_rule(target, OWN, [page(INCOME, text)])
    seen = scored_tables(tables, labels)
    found = proposals(metric, seen, ruled, labels)
    rows = features(metric, found, seen, labels)
    assert rows.shape == (len(found), len(NAMES))
    places = [one.candidate.row for one in found]
    assert len(places) == len(set(places))
    assert max(zip(rows[:, NAMES.index("said")], places, strict=True))[1] == 7


def candidate(value: float) -> Candidate:
    return Candidate(value, "USD", 0.0, OWN, 1, 0, 1, 1, "Sales | 1", ValueOrigin.TABLE)


RULED = Reading("?", 5.0, "USD", 0.6, quote="by rule", place=ValueOrigin.STATEMENT)
SCORED = Reading("?", 7.0, "USD", quote="by score", place=ValueOrigin.TABLE)


@pytest.mark.parametrize(
    ("by_rule", "by_score", "value"), [(2.0, 1.0, 5.0), (1.0, 2.0, 7.0), (-3.0, -2.0, None)]
)
def test_the_likelier_of_two_readings_is_taken_if_it_is_likely(
    by_rule: float, by_score: float, value: float | None
) -> None:
    nothing = (0.0,) * 6
    scorer = CandidateScorer(
        CandidateScorer.load().trees, Logistic(nothing, by_rule), Logistic(nothing, by_score)
    )
    taken = choose_reading([ScoredCandidate(candidate(7.0), 0.6)], RULED, SCORED, scorer)
    assert taken.value == value


def test_the_rules_place_stands_where_both_agree() -> None:
    found = [ScoredCandidate(candidate(5.0), 0.9), ScoredCandidate(candidate(7.0), 0.2)]
    taken = choose_reading(found, RULED, replace(SCORED, value=5.0), CandidateScorer.load())
    assert (taken.value, taken.quote) == (5.0, "by rule")
    told = choice_evidence(found, RULED)
    assert told[0] == told[2] > told[1]
    assert told[3:] == (0.6, 1.0, 1.0)


def test_rows_that_may_all_be_it_are_proposed_together() -> None:
    metric, labels = CATALOGUE["investment_proceeds"], LabelModel.load()
    target = metric_target(metric, ReadPeriod(2024))
    rows = "Sales of investments | 30 | 20\nMaturities of investments | 12 | 11\nOther | 5 | 4"
    flows = statement(f"Purchases of investments | (50) | (60)\n{rows}", Statement.CASH_FLOW)
    tables, _ = proposed_by_rule(target, OWN, [page(flows)])
    found = proposals(metric, scored_tables(tables, labels), (), labels)
    both = [one for one in found if one.candidate.value == 42e6]
    assert [one.parts for one in both] == [2]
    assert all(one.candidate.column == 1 for one in found)


@pytest.mark.parametrize(
    ("sentence", "year", "value"),
    [
        ("We recorded no goodwill impairment charges in 2024, 2023 or 2022.", 2023, 0.0),
        ("Goodwill impairment was not significant in 2024.", 2024, 0.0),
        ("Goodwill impairment was not significant in 2024.", 2023, None),
        ("We test whether there is goodwill impairment in 2024.", 2024, None),
    ],
)
def test_what_a_sentence_says_there_was_none_of_is_zero(
    sentence: str, year: int, value: float | None
) -> None:
    target = metric_target(CATALOGUE["goodwill_impairment"], ReadPeriod(year))
    assert read_by_rule("?", target, [(OWN, page(sentence))]).value == value


def test_a_metric_of_ones_own_is_read_by_how_its_concept_is_printed() -> None:
    own = """
[plant_bought]
name = "plant bought"
unit = "USD"
period = "duration"
statement = "cash_flow"
concepts = ["PaymentsToAcquirePropertyPlantAndEquipment"]
"""
    printed = statement("Purchases of property and equipment | (30) | (20)", Statement.CASH_FLOW)
    catalogue = extended(own, "own.toml")
    target = metric_target(catalogue["plant_bought"], ReadPeriod(2024))
    assert read_value_of("?", target, [(OWN, page(printed))], catalogue).value == 30e6
