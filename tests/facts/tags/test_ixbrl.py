"""Tags as they stand in a file, and the facts that they are."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.fact_filings import filing, money

from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Location, Statement, Tag
from secqa.filings.read import read_bytes

SALES = Location(2, 3, 1, 1)
TAX = Location(2, 3, 2, 1)


def test_number_with_scale_sign_place_and_printed_form() -> None:
    sales = money("us-gaap:Revenues", "y24", "1,234", SALES, id="f1")
    tax = money("us-gaap:IncomeTaxExpenseBenefit", "y24", "56", TAX, sign="-")
    first, second = facts_of(filing(sales, tax))
    assert (first.value, first.unit, first.decimals) == (1_234_000_000, "USD", -6)
    assert (first.printed, first.place, first.statement) == ("$ 1,234", SALES, Statement.INCOME)
    assert (first.start, first.end, first.days) == (date(2024, 1, 1), date(2024, 12, 31), 366)
    assert (second.value, second.printed) == (-56_000_000, "(56)")


def test_scaling_is_exact() -> None:
    tags = [
        money("a:B", "y24", "2.3", None, scale="6"),
        money("a:B", "y24", "24.1", None, scale="-2"),
        money("a:B", "y24", "0.07", None, scale="9"),
    ]
    assert [fact.value for fact in facts_of(filing(*tags))] == [2_300_000.0, 0.241, 70_000_000.0]


def test_nil_zero_and_broken_are_told_apart() -> None:
    nil = money("a:B", "y24", "—", SALES, **{"xsi:nil": "true"})
    zero = money("a:B", "y24", "—", SALES, format="ixt:fixed-zero", sign="-")
    broken = money("a:B", "y24", "n/a", SALES)
    facts = facts_of(filing(nil, zero, broken))
    assert [(fact.value, fact.nil, fact.text) for fact in facts] == [
        (None, True, ""),
        (0.0, False, ""),
        (None, False, "n/a"),
    ]
    assert str(facts[1].value) == "0.0", "no minus zero"


def test_two_facts_in_a_cell_are_printed_as_tagged() -> None:
    tags = (money("a:B", "y24", "1,234", SALES), money("a:C", "y24", "1", SALES))
    assert [fact.printed for fact in facts_of(filing(*tags))] == ["1,234", "1"]


def test_hidden_fact_stands_where_a_style_shows_it() -> None:
    tag = money("a:B", "y24", "1234", None, id="f7")
    (shown,) = facts_of(filing(tag, hidden_places={"f7": SALES}))
    assert shown.hidden
    assert (shown.place, shown.printed) == (SALES, "$ 1,234")
    (unseen,) = facts_of(filing(tag))
    assert unseen.hidden
    assert unseen.place is None


def test_continued_text_is_joined_once() -> None:
    start = Tag(
        "nonNumeric", {"name": "a:Note", "contextref": "y24", "continuedat": "c1"}, "One", None
    )
    rest = Tag("continuation", {"id": "c1", "continuedat": "c2"}, "two", None)
    end = Tag("continuation", {"id": "c2", "continuedat": "c1"}, "three", None)
    (fact,) = facts_of(filing(start, rest, end))
    assert (fact.text, fact.value, fact.unit) == ("One two three", None, "")


def test_tag_without_context_is_left_out() -> None:
    assert facts_of(filing(money("a:B", "nowhere", "1", SALES))) == ()


def test_exact_values_have_no_decimals() -> None:
    (fact,) = facts_of(filing(money("a:B", "y24", "1", SALES, decimals="INF")))
    assert fact.decimals is None


@pytest.mark.parametrize("name", ["xsi:nil", "xs:nil", "nil"])
def test_nil_has_whatever_prefix_the_file_gives_it(name: str) -> None:
    tag = money("us-gaap:Revenues", "y24", "—", SALES)
    (fact,) = facts_of(filing(replace(tag, attributes={**tag.attributes, name: "true"})))
    assert (fact.nil, fact.value) == (True, None)


@pytest.mark.parametrize(
    ("text", "value"), [("1 3", 1 / 3), ("2,000 over 4", 500.0), ("1 0", None), ("half", None)]
)
def test_a_fraction_is_one_number_over_another(text: str, value: float | None) -> None:
    tag = replace(money("us-gaap:Rate", "y24", text, None), kind="fraction")
    (fact,) = facts_of(filing(tag))
    assert fact.value == (pytest.approx(value) if value is not None else None)


NOTES = """<html><body><div style="display:none"><ix:header><ix:resources>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="s">7</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period>
</xbrli:context><xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<ix:relationship fromRefs="a b" toRefs="n1 n2"/></ix:resources></ix:header></div>
<p>Form 10-K</p>
<p><ix:nonFraction id="a" contextRef="y" unitRef="usd" name="us-gaap:Assets">5</ix:nonFraction></p>
<p><ix:nonFraction id="b" contextRef="y" unitRef="usd" name="us-gaap:Cash" footnoteRefs="n3"
>4</ix:nonFraction></p>
<p><ix:nonFraction id="c" contextRef="y" unitRef="usd" name="us-gaap:Goodwill">1</ix:nonFraction>
<ix:footnote id="n1" continuedAt="n1b">Of which <b>three</b></ix:footnote>
<ix:continuation id="n1b"> are pledged.</ix:continuation></p>
<p><ix:footnote id="n2">Unaudited.</ix:footnote> <ix:footnote id="n3">Restated.</ix:footnote></p>
<ix:nonNumeric id="t" contextRef="y" name="us-gaap:PolicyTextBlock"><p>It goes on</p>
<ix:exclude><p>Page 41 of <ix:nonFraction id="d" contextRef="y" unitRef="usd" name="us-gaap:Land"
>9</ix:nonFraction></p></ix:exclude><p>over the page.</p></ix:nonNumeric></body></html>"""


def test_footnotes_stay_with_their_facts_and_excluded_text_is_left_out() -> None:
    facts = {fact.fact_id: fact for fact in facts_of(read_bytes(NOTES.encode(), "notes.html"))}
    assert facts["a"].footnotes == ("Of which three are pledged.", "Unaudited.")
    assert facts["b"].footnotes == ("Restated.", "Of which three are pledged.", "Unaudited.")
    assert facts["c"].footnotes == ()
    assert facts["t"].text.split() == ["It", "goes", "on", "over", "the", "page."]
    assert facts["d"].value == 9
