"""How filers print XBRL concepts, learned from tags."""

import pytest

from reader_training.printed import written_habits
from secqa.metrics.catalogue import extended
from secqa.metrics.printed_labels import (
    Habit,
    PrintedLabel,
    are_paid,
    habits,
    labels_of,
    read_habits,
)

CAPEX = "PaymentsToAcquirePropertyPlantAndEquipment"
OWN = f"""
[plant_bought]
name = "plant bought"
unit = "USD"
period = "duration"
statement = "cash_flow"
concepts = ["{CAPEX}"]
"""


def test_labels_come_the_most_common_first_each_once() -> None:
    found = labels_of([CAPEX, f"us-gaap:{CAPEX}"])
    assert found[0] == "purchases of property and equipment"
    assert "capital expenditures" in found
    assert len(set(found)) == len(found)


def test_rare_labels_are_given_only_where_they_are_wanted() -> None:
    common, all_of_them = labels_of([CAPEX]), labels_of([CAPEX], rare=True)
    assert set(common) < set(all_of_them)
    assert all_of_them[: len(common)] == common


def test_an_unknown_concept_has_no_labels_and_is_not_paid() -> None:
    assert labels_of(["acme:Anvils", "A+B"]) == ()
    assert not are_paid(["acme:Anvils"])


@pytest.mark.parametrize(
    ("concept", "paid"),
    [(CAPEX, True), ("TreasuryStockValue", True), ("Revenues", False), ("NetIncomeLoss", False)],
)
def test_what_is_printed_in_brackets_is_known(concept: str, paid: bool) -> None:
    assert are_paid([concept]) is paid


def test_habits_are_read_as_they_were_written() -> None:
    made = {
        "B": Habit((PrintedLabel("b’s – lines", 3), PrintedLabel("b", 1)), paid=True),
        "A": Habit((), True),
    }
    assert read_habits(written_habits(made)) == made
    assert written_habits(made) == written_habits(dict(reversed(made.items())))


def test_no_label_holds_a_figure_or_a_capital() -> None:
    texts = [label.text for habit in habits().values() for label in habit.labels]
    assert len(texts) > 1000
    assert all(text == text.lower().strip() for text in texts)
    assert not any(letter.isdigit() for text in texts for letter in text)


def test_a_metric_of_ones_own_is_printed_as_its_concepts_are() -> None:
    metric = extended(OWN, "own.toml")["plant_bought"]
    assert metric.printed == labels_of([CAPEX], rare=True)
    assert metric.outflow


def test_what_an_entry_says_goes_before_what_was_learned() -> None:
    own = OWN + 'printed = ["anvils bought"]\nnot_printed = ["capital exp"]\n'
    metric = extended(own, "own.toml")["plant_bought"]
    assert metric.printed[:2] == ("anvils bought", "purchases of property and equipment")
    assert "capital expenditures" not in metric.printed
