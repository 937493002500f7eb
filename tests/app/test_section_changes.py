"""Sections of two filings side by side."""

from starlette.testclient import TestClient

from secqa.app.library.section_changes import changes_of, joined_paragraphs
from secqa.filings.document import Element, ElementType


def elements(*texts: str) -> list[Element]:
    return [Element(at, ElementType.NARRATIVE_TEXT, one, 1) for at, one in enumerate(texts)]


def test_changed_words_are_marked_and_the_same_left_out() -> None:
    before = elements("We may fail.", "Demand for anvils may fall in 2023.", "Coyotes may sue us.")
    after = elements("Demand for anvils may rise in 2024.", "We may fail.", "Tariffs hurt margins.")
    changed, added, removed = changes_of(before, after)
    assert [text for text, other in changed.pieces[0] if other] == ["fall", "2023."]
    assert [text for text, other in changed.pieces[1] if other] == ["rise", "2024."]
    assert added.before is None
    assert added.after is after[2]
    assert removed.before is before[2]
    assert removed.after is None
    assert [one.kind for one in (changed, added, removed)] == ["changed", "new", "removed"]


def test_a_paragraph_that_goes_on_over_a_page_is_one() -> None:
    texts = {"Prices may": 1, "fall.": 2, "Anvils rust (all of them.)": 2, "So do bolts.": 3}
    kind = ElementType.NARRATIVE_TEXT
    elements = (Element(at, kind, text, page) for at, (text, page) in enumerate(texts.items()))
    joined = joined_paragraphs(elements)
    assert [one.text for one in joined] == ["Prices may fall.", *list(texts)[2:]]
    assert joined[0].page == 1


def test_each_paragraph_is_set_beside_one_alone() -> None:
    before = elements("Demand for anvils may fall this year.")
    twice = elements("Demand for anvils may fall next year.", "Demand for anvils may fall by then.")
    assert [one.before is None for one in changes_of(before, twice)] == [False, True]


def test_a_sentence_that_moved_is_no_change() -> None:
    moved, other = "Our mill in Ohio may close at any time.", "Coyotes buy most of our rockets."
    before = elements(f"Anvils are heavy things to ship. {moved}", f"{other} They pay late.")
    after = elements("Anvils are heavy things to ship.", f"{moved} {other} They pay early.")
    marked = [
        text
        for one in changes_of(before, after)
        for side in one.pieces
        for text, new in side
        if new
    ]
    assert moved not in " ".join(marked)
    assert other not in " ".join(marked)
    assert marked == ["late.", "early."] or set(marked) == {"They pay late.", "They pay early."}


def test_filings_of_two_companies_are_not_compared(client: TestClient) -> None:
    page = client.get("/filings/ACME-10-K-2024/changes?with=EVIL-10-K-2024&section=I/1").text
    assert "EVIL-10-K-2024 is no other filing of Acme Tools" in page
    assert "No other filing of Acme Tools is here" in page
    assert "paragraphs differ" not in page
