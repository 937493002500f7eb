"""What filers print beside concepts, gathered from rows of our own."""

from datetime import date

from tests.support.reading_tables import metadata, page, table

from reader_training.printed import TaggedRow, learn_printed, rows_of_document
from secqa.facts.fact import Fact
from secqa.filings.document import Document, Location, Statement
from secqa.metrics.printed_labels import PrintedLabel
from secqa.reading.structure.label_words import label_words

FLOWS = table(
    "(in millions) | 2024\nPurchases of anvils (Note 5): | (70)\nSales of anvils | 20",
    statement=Statement.CASH_FLOW,
)


def fact(concept: str, value: float, row: int, printed: str, **more: object) -> Fact:
    place = Location(page=1, element=0, row=row, column=1)
    fields: dict[str, object] = {"text": "", "unit": "USD", "decimals": -6, "start": None}
    known = {"concept": concept, "value": value, "printed": printed, "place": place}
    return Fact(**(fields | known | {"end": date(2024, 12, 31)} | more))  # type: ignore[arg-type]


def row(company: str, label: str, concept: str, statement: str = "income") -> TaggedRow:
    concepts = frozenset({f"us-gaap:{concept}"})
    return TaggedRow(
        company, statement, label, label_words(label), concepts, frozenset(), plain=concepts
    )


def test_rows_tell_their_concepts_and_how_positive_values_are_printed() -> None:
    facts = [
        fact("us-gaap:PaymentsForAnvils", 70e6, 1, "(70)"),
        fact("us-gaap:SalesOfAnvils", 20e6, 2, "20"),
        fact("us-gaap:SalesOfAnvils", 5e6, 1, "5", dimensions=(("srt:Axis", "a:Part"),)),
    ]
    bought, sold = rows_of_document("ACME", Document(metadata(), (page(FLOWS),)), facts)
    assert (bought.statement, bought.label) == ("cash_flow", "Purchases of anvils (Note 5):")
    assert bought.concepts == bought.paid == {"us-gaap:PaymentsForAnvils"}
    assert sold.concepts == sold.plain == {"us-gaap:SalesOfAnvils"}
    assert not bought.plain
    assert not sold.paid


def test_labels_are_counted_by_companies_in_the_commonest_spelling() -> None:
    rows = [
        *[row("A", "Net sales", "Revenues")] * 3,
        row("B", "NET SALES:", "Revenues"),
        row("C", "Turnover", "Revenues"),
    ]
    assert learn_printed(rows)["Revenues"].labels == (
        PrintedLabel("net sales", 2),
        PrintedLabel("turnover", 1),
    )


def test_a_label_that_mostly_means_something_else_is_left_to_that() -> None:
    rows = [row(one, "Cash", "Cash") for one in "ABC"] + [row("D", "Cash", "RestrictedCash")]
    learned = learn_printed([*rows, row("D", "Restricted cash", "RestrictedCash")])
    assert learned["Cash"].labels == (PrintedLabel("cash", 3),)
    assert learned["RestrictedCash"].labels == (PrintedLabel("restricted cash", 1),)


def test_labels_are_those_of_the_statement_that_a_concept_belongs_to() -> None:
    rows = [row("A", "Inventories", "Stock", "balance_sheet")]
    rows += [row("B", "Inventories", "Stock", "balance_sheet"), row("B", "Finished", "Stock", "")]
    assert learn_printed(rows)["Stock"].labels == (PrintedLabel("inventories", 2),)


def test_what_says_nothing_and_what_is_one_companys_own_is_not_kept() -> None:
    rows = [row("A", "Total", "Revenues"), row("A", "Balance at May 1, 2024", "Revenues")]
    own = TaggedRow(
        "A", "", "Anvils", ("anvil",), frozenset({"a:Anvils"}), frozenset(), frozenset()
    )
    assert learn_printed([*rows, own]) == {}


def test_a_payment_is_what_several_companies_print_in_brackets() -> None:
    concepts = frozenset({"us-gaap:Payments"})
    paid = [
        TaggedRow(one, "cash_flow", "Paid", ("paid",), concepts, concepts, frozenset())
        for one in "AB"
    ]
    assert learn_printed(paid)["Payments"].paid
    assert not learn_printed(paid[:1])["Payments"].paid
    assert not learn_printed([*paid, row("C", "Paid", "Payments", "cash_flow")])["Payments"].paid
