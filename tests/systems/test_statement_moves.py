"""The lines of a statement that moved a result, and what is told of them."""

from secqa.corpus.corpus_store import Corpus
from secqa.query.leaves import Narrative
from secqa.reading.reading import Passage, PassageAnswer
from secqa.systems.explaining.statement_moves import about_line, about_results, corrections
from secqa.systems.make import make_system
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable


def passage(text: str, heading: str = "") -> Passage:
    return Passage("A", 1, "II/7", heading, text)


def table(change: float) -> SeriesTable:
    cells = (SeriesCell("FY2023", None, 5.0),), (SeriesCell("FY2024", None, 5.0, change),)
    return SeriesTable((SeriesColumn("Acme", "operating income", "USD"),), cells)


def test_a_line_is_explained_where_it_is_named_first_or_in_the_heading() -> None:
    own = passage("Research and development expenses rose due to a charge.")
    under = passage("The increase was due to a charge.", "Research and Development")
    other = passage("Selling expenses rose since research was sold.")
    answer = PassageAnswer((own, under, other), 0.7)
    line = Narrative("Research and development", asks="why")
    assert about_line(line, answer).passages == (own, under)


def test_other_reasons_stay_only_where_they_are_about_a_result() -> None:
    own = passage("Operating income fell due to lower volumes.")
    other = passage("Our effective income tax rate fell due to the mix of earnings.")
    assert about_results(PassageAnswer((own, other), 0.7)).passages == (own,)


def test_a_question_that_presumes_the_reverse_is_corrected() -> None:
    fell, rose = "Why did operating income fall in 2024?", "Why did operating income rise in 2024?"
    assert list(corrections(fell, table(1.0))) == ["operating income did not fall: it rose"]
    assert list(corrections(rose, table(-1.0))) == ["operating income did not rise: it fell"]
    assert not list(corrections(fell, table(-1.0)))
    assert not list(corrections("Why did costs rise although sales fell?", table(1.0)))


def test_lines_that_moved_a_result_in_its_direction_stand_beside_it(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("Why did Acme's net income rise in 2024?")
    lines = [line for line in answer.text.splitlines() if line.startswith("Acme")]
    assert any("net income" in line for line in lines)
    assert any("Net sales" in line and "+$300 million" in line for line in lines)
    assert not any("Interest" in line or "profit" in line for line in lines)
