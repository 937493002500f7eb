"""Items and notes as an outline."""

from tests.filings.markup import document, lines_table
from tests.filings.structure.test_statements import BALANCE, CASH, INCOME, titled

from secqa.filings.structure.outline import notes_of, sections_of

STORY = f"<p>{'We did a number of things in the year. ' * 12}</p>"
STATEMENTS = (
    titled("CONSOLIDATED STATEMENTS OF INCOME", lines_table(INCOME))
    + titled("CONSOLIDATED BALANCE SHEETS", lines_table(BALANCE))
    + titled("CONSOLIDATED STATEMENTS OF CASH FLOWS", lines_table(CASH))
)


def item(heading: str, body: str = STORY) -> str:
    return f"<p><b>{heading}</b></p>{body}"


def test_items_that_are_elsewhere_are_marked() -> None:
    elsewhere = "<p>The information will be in our Proxy Statement and is {} by reference.</p>"
    made = document(
        item("Item 1. Business")
        + item("Item 10. Directors", elsewhere.format("incorporated herein"))
        + item("Item 11. Executive Compensation", STORY + elsewhere.format("incorporated"))
        + item(
            "Item 12. Security Ownership", "<p>This is not deemed incorporated by reference.</p>"
        )
    )
    found = {section.name: section.incorporated for section in sections_of(made)}
    assert found == {"I/1": False, "III/10": True, "III/11": False, "III/12": False}


def test_one_heading_may_name_several_items() -> None:
    made = document(
        item("Items 1 and 2. Business and Properties")
        + item("Item 3. Legal Proceedings")
        + item("Items 10, 11, 12, 13 and 14. Directors and more")
    )
    assert [section.items for section in sections_of(made)] == [
        ("1", "2"),
        ("3",),
        ("10", "11", "12", "13", "14"),
    ]


def test_a_range_of_items_is_all_of_them() -> None:
    made = document(item("Item 1. Business") + item("Items 10 through 13. Directors and more"))
    assert sections_of(made)[-1].items == ("10", "11", "12", "13")


def test_a_section_knows_its_heading_and_its_elements() -> None:
    made = document(f"<p><b>Item 1.</b></p><p><b>Business</b></p>{STORY}" + item("Item 3. Legal"))
    first = sections_of(made)[0]
    assert first.title == "Item 1. Business"
    assert [made.elements[at].section for at in (first.first, first.last)] == ["I/1", "I/1"]


def test_notes_are_those_that_count_after_the_statements() -> None:
    numbered = "<p><b>Note 1. Not this one</b></p>" + STORY
    notes = (
        item("Note 1. Accounting Policies")
        + item("Note 2 – Revenue", lines_table(INCOME) + STORY)
        + item("Note 2 – Revenue (continued)")
        + item("3. A point of the text")
        + f"<p><b>Note 3</b></p><p><b>Leases</b></p>{STORY}"
    )
    made = document(numbered + STATEMENTS + notes)
    found = notes_of(made)
    assert [(note.number, note.title) for note in found] == [
        ("1", "Accounting Policies"),
        ("2", "Revenue"),
        ("3", "Leases"),
    ]
    assert made.elements[found[1].last + 1].text == "Note 3"
    assert found[-1].last == len(made.elements) - 1


def test_without_statements_there_are_no_notes() -> None:
    assert notes_of(document(item("Note 1. One") + item("Note 2. Two"))) == ()


def test_notes_may_be_counted_by_letters() -> None:
    names = ("A. Basis", "B. Revenue", "C. Debt", "D. Leases")
    made = document(STATEMENTS + "".join(f"<p><b>{name}</b></p>{STORY}" for name in names))
    assert [(note.number, note.title) for note in notes_of(made)] == [
        ("A", "Basis"),
        ("B", "Revenue"),
        ("C", "Debt"),
        ("D", "Leases"),
    ]
