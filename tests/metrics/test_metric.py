"""Names are said where what they take for granted holds, and understood everywhere."""

from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.metric import Circumstances, names_that_hold
from secqa.parsing.grammar.metric_links import name_words, names_of

CATALOGUE = load_catalogue()


@pytest.mark.parametrize(
    ("metric", "name", "known", "holds"),
    [
        ("eps_basic", "basic loss per share", Circumstances((-0.5,)), True),
        ("eps_basic", "basic loss per share", Circumstances((0.5,)), False),
        ("eps_basic", "basic loss per share", Circumstances((0.5, -0.5)), False),
        ("eps_basic", "basic loss per share", Circumstances(), False),
        ("net_income", "made money", Circumstances((5e6, 6e6)), True),
        ("net_income", "made money", Circumstances((-5e6,)), False),
        ("dividends_per_share", "distributions per unit", Circumstances((1.0,)), False),
        ("dividends_per_share", "distributions per unit", Circumstances((1.0,), units=True), True),
        ("revenue", "annual sales", Circumstances((5e6,)), True),
        ("revenue", "annual sales", Circumstances((5e6,), years=False), False),
        ("net_interest_income", "spread income", Circumstances((5e6,), industry="bank"), True),
        ("net_interest_income", "spread income", Circumstances((5e6,), industry="general"), False),
        ("employees", "full-time employees", Circumstances((5e3,)), False),
        ("claims", "losses and lae", Circumstances((5e6,)), False),
        ("investing_cash_flow", "net cash used in investing activities", Circumstances(), False),
        ("investing_cash_flow", "net cash from investing activities", Circumstances((5.0,)), True),
    ],
)
def test_what_a_name_takes_for_granted(
    metric: str, name: str, known: Circumstances, holds: bool
) -> None:
    assert (name in names_that_hold(CATALOGUE[metric], known)) == holds


def test_all_names_are_understood() -> None:
    said = names_of(CATALOGUE).ids
    for metric in (one for one in CATALOGUE.metrics.values() if not one.axes):
        for synonym, _ in metric.presumes:
            assert said[name_words(synonym)] == metric.id, synonym


def test_a_users_own_presumptions(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    text = """[backlog]
name = "order backlog"
unit = "USD"
period = "instant"
concepts = ["Backlog"]
synonyms = ["bank backlog"]
presumes = { "%s" = "%s" }
"""
    own.write_text(text % ("bank backlog", "bank"))
    assert load_catalogue(own)["backlog"].presumes == (("bank backlog", "bank"),)
    for phrase, given, problem in (
        ("other", "bank", "are no synonyms of it"),
        ("bank backlog", "weather", "not of negative"),
    ):
        own.write_text(text % (phrase, given))
        with pytest.raises(SecqaError, match=problem):
            load_catalogue(own)
