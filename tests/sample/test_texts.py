"""Texts with figures: what can be filled, and what is left out."""

from secqa.sample.figures import load_sources
from secqa.sample.fill import fill
from secqa.sample.language import Heading, Paragraph, TableText, parse_sections, parse_text
from secqa.sample.report import Report
from secqa.sample.tables import table_html
from secqa.sample.tags import Tags

PLAIN = Tags(cik="0001045810", hidden_zeros=False, plain_numbers=True)


def nvidia(year: int) -> Report:
    return Report("NVDA", "10-K", year, 0, load_sources()["NVDA-10-K-2025"], employees=36000)


def test_figures_are_put_into_sentences() -> None:
    report = nvidia(2025)
    assert fill("{Revenues}, {Revenues@change}", report, PLAIN) == (
        "$130,497 million, an increase of 114%"
    )
    assert fill("{Revenues@billion} & {Revenues@prev}", report, PLAIN) == (
        "$130.5 billion &amp; $60,922 million"
    )
    assert fill("{GrossProfit / Revenues@share}", report, PLAIN) == "75.0%"
    assert fill("{EarningsPerShareDiluted}; {employees}", report, PLAIN) == "$2.94; 36,000"


def test_a_sentence_without_its_figure_is_left_out() -> None:
    assert fill("Sold for {ProceedsFromNothing}.", nvidia(2025), PLAIN) is None
    assert fill("{since 2026}Later.", nvidia(2025), PLAIN) is None
    assert fill("{since 2025}Now.", nvidia(2025), PLAIN) == "Now."


def test_a_tagged_number_carries_scale_and_the_sign_of_its_value() -> None:
    tags = Tags(cik="0001045810", hidden_zeros=False)
    html = fill("{-IncomeTaxExpenseBenefit}", nvidia(2023), tags)
    assert html is not None
    assert 'scale="6"' in html
    assert 'sign="-"' in html
    assert "$<ix:nonFraction" in html, "a benefit, negated, is printed without parentheses"
    assert "<xbrli:startDate>2022-01-31</xbrli:startDate>" in tags.header()


def test_texts_are_parsed_into_blocks() -> None:
    sections = parse_sections("[one]\nFirst\nline.\n\n- item\n[two]\nnever\n")
    text = "= Item 1. Things ~ ThingsTextBlock\n\n<<one>>\n\n<<none>>\n\n" + (
        "table flows: Name | in millions\nGroup:\n  Line | Revenues | total\n"
    )
    heading, paragraph, item, table = parse_text(text, sections)
    assert heading == Heading(1, "Item 1. Things", "ThingsTextBlock")
    assert paragraph == Paragraph("First line.")
    assert item == Paragraph("item", listed=True)
    assert isinstance(table, TableText)
    assert [(row.label, row.level, row.total) for row in table.rows] == [
        ("Group:", 0, False),
        ("Line", 1, True),
    ]


def test_a_table_shows_only_rows_and_columns_that_are_known() -> None:
    text = (
        "table balances: Assets | in millions\nTotal assets | Assets\nNothing | NoSuchThing\n"
        "Empty group:\n"
    )
    (table,) = parse_text(text, {})
    assert isinstance(table, TableText)
    made = table_html(table, nvidia(2024), PLAIN)
    assert made is not None
    assert "65,728" in made.html
    assert "Jan 28, 2024" in made.html
    assert "Jan 29, 2023" not in made.html
    assert "Nothing" not in made.html
    assert "Empty group" not in made.html


def test_a_table_of_unknown_figures_is_left_out() -> None:
    (table,) = parse_text("table flows: Gone | in millions\nNothing | NoSuchThing\n", {})
    assert isinstance(table, TableText)
    assert table_html(table, nvidia(2025), PLAIN) is None
