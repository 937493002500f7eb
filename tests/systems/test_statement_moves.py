"""The lines of a statement that moved a result, and what is told of them."""

from secqa.corpus.corpus_store import Corpus
from secqa.filings.numbers import Scale
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.table_rows import TableRow
from secqa.systems.explaining.statement_moves import (
    _adds,
    about_line,
    about_results,
)
from secqa.systems.make import make_system


def passage(text: str, heading: str = "") -> Passage:
    return Passage("A", 1, "II/7", heading, text)


def test_a_line_is_explained_where_it_is_named_first_or_in_the_heading() -> None:
    own = passage("Research and development expenses rose by $3 due to a charge.")
    under = passage("The increase of 4% was due to a charge.", "Research and Development")
    vague = passage("Our strategy requires research.", "Research and Development")
    other = passage("Selling expenses rose by 5% since research was sold.")
    answer = PassageAnswer((own, under, vague, other), 0.7)
    assert about_line("Research and development", answer).passages == (own, under)


def test_other_reasons_stay_only_where_they_are_about_a_result() -> None:
    own = passage("Operating income fell by 3% due to lower volumes.")
    other = passage("Our effective income tax rate fell to 9% due to the mix of earnings.")
    assert about_results(PassageAnswer((own, other), 0.7)).passages == (own,)


def test_only_what_a_passage_says_of_a_line_stays() -> None:
    text = "Sales rose by 4% due to prices.\nResearch and development rose by 9% due to a charge."
    found = about_line("Research and development", PassageAnswer((passage(text),), 0.7))
    assert [one.text for one in found.passages] == [text.partition("\n")[2]]


def test_a_gain_among_expenses_counts_as_printed_there() -> None:
    def line(label: str, section: str = "Expenses") -> TableRow:
        return TableRow(5, label, (), (section,), (), Scale(), ())

    gain = line("Gain on sale of properties, net")
    assert not _adds(gain, -20.0, sales=3)
    assert _adds(gain, 20.0, sales=3)
    assert not _adds(line("Rent"), 20.0, sales=3)
    assert _adds(line("Casino", "Revenues"), 20.0, sales=7)


def test_lines_that_moved_a_result_in_its_direction_stand_beside_it(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("Why did Acme's net income rise in 2024?")
    lines = [line for line in answer.text.splitlines() if line.startswith("Acme")]
    assert any("net income" in line for line in lines)
    assert any("Net sales" in line and "+$300 million" in line for line in lines)
    assert not any("Interest" in line or "profit" in line for line in lines)
