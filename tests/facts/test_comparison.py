"""Comparisons of companies from Python: values, places, changes and notes."""

from dataclasses import replace

import pytest
from tests.support.compared_filings import write_compared_corpus

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.company_history import Filer, load_company
from secqa.facts.comparison.compare import compare, compare_values
from secqa.facts.comparison.comparison_notes import later_restatement
from secqa.facts.comparison.table import CompanyComparison, ComparisonOptions
from secqa.facts.comparison.values import ValuePicker, place_of
from secqa.facts.fiscal import FiscalPeriod


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return open_corpus(write_compared_corpus(tmp_path_factory.mktemp("compared") / "corpus"))


def numbers(comparison: CompanyComparison) -> list[list[float | None]]:
    """The figures of each row."""
    return [[cell.figure.value for cell in row.cells] for row in comparison.rows]


def test_values_stand_by_company_and_year_with_their_place(corpus: Corpus) -> None:
    comparison = compare(corpus, ["acme", "BOLT"], ["revenue"], ComparisonOptions(2023, 2024))
    assert comparison.period_names == ("FY2023", "FY2024")
    assert numbers(comparison) == [[1000e6, 1200e6], [80e6, 90.5e6]]
    acme = comparison.rows[0]
    assert acme.change.value == pytest.approx(0.2)
    assert acme.cells[1].value is not None
    place = place_of(acme.cells[1].value.fact)
    assert place is not None
    assert (place.document_id, place.page) == ("ACME-10-K-2024", 1)


def test_the_fourth_quarter_is_the_year_less_nine_months(corpus: Corpus) -> None:
    options = ComparisonOptions(2024, 2024, by="quarter")
    comparison = compare(corpus, ["ACME"], ["Total revenues"], options)
    assert comparison.period_names == ("Q3 2024", "Q4 2024")
    assert numbers(comparison) == [[280e6, 380e6]]


def test_a_restated_value_is_noted(corpus: Corpus) -> None:
    for first_filed, value in ((False, 810e6), (True, 800e6)):
        options = ComparisonOptions(2022, 2022, first_filed=first_filed)
        comparison = compare(corpus, ["ACME"], ["revenue"], options)
        assert numbers(comparison) == [[value]]
        assert [note.kind for note in comparison.notes] == ["Restated"]


def test_amounts_a_share_are_counted_in_new_shares(corpus: Corpus) -> None:
    comparison = compare(corpus, ["ACME"], ["eps_diluted"], ComparisonOptions(2021, 2021))
    assert numbers(comparison) == [[0.5]]


def test_a_missing_value_has_a_reason(corpus: Corpus) -> None:
    comparison = compare(corpus, ["ACME", "BOLT"], ["revenue"], ComparisonOptions(2021, 2024))
    note = next(note for note in comparison.notes if note.kind == "Missing")
    assert (note.when, note.why) == ("FY2021, FY2022", "no filing here covers it")


def test_a_few_lines_of_an_earlier_year_are_no_statement(corpus: Corpus) -> None:
    """A note on segments gives their assets for years without a balance sheet."""
    history = load_company(corpus, Filer("Acme", "Acme"), corpus.entries[:3])
    assets = next(row for row in history.rows if row.metric == "total_assets")
    sheet = [replace(assets, metric=one) for one in ("cash", "equity", "total_liabilities")]
    earlier = replace(assets, fiscal_year=assets.fiscal_year - 1)
    changed = replace(history, rows=(*history.rows, *sheet, earlier), _values={})
    options = ComparisonOptions(earlier.fiscal_year, assets.fiscal_year)
    metrics = [corpus.catalogue[one] for one in ("total_assets", "cash", "equity")]
    comparison = compare_values([changed], metrics, options)
    assert [row.cells[0].text for row in comparison.rows][1:] == ["", ""]
    assert [note.sentence for note in comparison.notes if note.kind == "Missing"] == [
        f"Acme, FY{earlier.fiscal_year}: no balance sheet for it is in the filings here"
    ]


def test_a_ratio_to_negative_equity_is_not_meaningful(corpus: Corpus) -> None:
    history = load_company(corpus, Filer("Acme", "Acme"), corpus.entries[:3])
    assets = next(row for row in history.rows if row.metric == "total_assets")
    equity = [replace(assets, metric="equity", value=-9e6, fiscal_year=at) for at in (2023, 2024)]
    changed = replace(history, rows=(*history.rows, *equity), _values={})
    ratio, options = corpus.catalogue["return_on_equity"], ComparisonOptions(2024, 2024)
    (row,) = compare_values([changed], [ratio], options).rows
    assert (row.cells[0].text, row.cells[0].figure.value, row.change.value) == ("–", None, None)
    assert [note.sentence for note in row.cells[0].notes] == [
        "Acme, return on equity, FY2024: total shareholders' equity is negative"
    ]


def test_a_value_that_only_rounds_differently_is_not_restated(corpus: Corpus) -> None:
    """Figures of 100 millions state 0.1 billion: half a unit of each is no other value."""
    history = load_company(corpus, Filer("Acme", "Acme"), corpus.entries[:3])
    rows = [row for row in history.rows if (row.metric, row.fiscal_year) == ("revenue", 2022)]
    for value, kinds in ((800.05e6, []), (810e6, ["Restated"])):
        own = tuple(replace(row, value=value) if row is rows[-1] else row for row in history.rows)
        changed = replace(history, rows=own, _values={})
        options = ComparisonOptions(2022, 2022)
        notes = compare_values([changed], [corpus.catalogue["revenue"]], options).notes
        assert [note.kind for note in notes] == kinds
        picker, period = ValuePicker(changed), FiscalPeriod(2022, "FY")
        later = later_restatement(picker, corpus.catalogue["revenue"], period, 800e6)
        assert (later is not None) == bool(kinds)


@pytest.mark.parametrize(
    ("companies", "metrics", "message"),
    [
        (["NONE"], ["revenue"], "'NONE': no company.*ACME, BOLT"),
        (["ACME"], ["revenues of the moon"], "revenues of the moon"),
        ([], ["revenue"], "at least one company"),
    ],
)
def test_unknown_names_are_refused(
    corpus: Corpus, companies: list[str], metrics: list[str], message: str
) -> None:
    with pytest.raises(SecqaError, match=message):
        compare(corpus, companies, metrics)
