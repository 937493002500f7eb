"""Inline XBRL: what is tagged, and exactly where it is printed."""

from datetime import date

from tests.support.filing_markup import label, plain, read, row, table

from secqa.filings.document import Context, Filing

HEADER = """<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric name="dei:EntityCentralIndexKey" contextRef="c1" id="h1">0000000007</ix:nonNumeric>
<ix:nonFraction name="x:Hidden" contextRef="c1" unitRef="usd" id="h2">9</ix:nonFraction>
</ix:hidden><ix:resources>
<xbrli:context id="c1"><xbrli:entity><xbrli:identifier scheme="s">0000000007</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate>
<xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="c2"><xbrli:entity><xbrli:identifier scheme="s">0000000007</xbrli:identifier>
<xbrli:segment><xbrldi:explicitMember dimension="a:Axis">a:Member</xbrldi:explicitMember>
<xbrldi:typedMember dimension="a:Typed"><a:dom>T &amp; U</a:dom></xbrldi:typedMember>
</xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant>
</xbrli:period></xbrli:context>
<xbrli:context id="unused"><xbrli:entity/><xbrli:period><xbrli:instant>2020-01-01</xbrli:instant>
</xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>
</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure>
</xbrli:unitDenominator></xbrli:divide></xbrli:unit></ix:resources></ix:header></div>"""


def fact(text: str, context: str = "c1", unit: str = "usd", **attributes: str) -> str:
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return (
        f'<ix:nonFraction name="x:Fact" contextRef="{context}" unitRef="{unit}" scale="6"{more}>'
        f"{text}</ix:nonFraction>"
    )


def cell_of(filing: Filing, text: str) -> str:
    tag = next(tag for tag in filing.tagging.tags if tag.text == text and tag.place is not None)
    assert tag.place is not None
    element = filing.document.elements[tag.place.element]
    assert element.page == tag.place.page
    assert element.table is not None
    return element.table.cells[tag.place.row][tag.place.column]


def test_a_fact_stands_in_its_logical_cell() -> None:
    head = row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>')
    outer = f'<ix:nonFraction name="x:Outer" contextRef="c2">{fact("3", "c2")}</ix:nonFraction>'
    filing = read(
        HEADER
        + table(
            head,
            row(label("Sales"), plain(fact("11")), plain(fact("10"))),
            row(
                label("Loss"),
                f"<td>$</td><td>({fact('7', sign='-')}</td><td>)</td>",
                plain(outer),
            ),
        )
    )
    assert cell_of(filing, "11") == "11"
    assert cell_of(filing, "10") == "10"
    assert cell_of(filing, "7") == "$ (7)"
    nested = [tag for tag in filing.tagging.tags if tag.text == "3"]
    assert [tag.attributes["name"] for tag in nested] == ["x:Outer", "x:Fact"]
    assert nested[0].place == nested[1].place


def test_an_empty_fact_stands_in_its_empty_cell() -> None:
    head = row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>')
    nil = '<ix:nonFraction name="x:Nil" contextRef="c1" unitRef="usd" xsi:nil="true"/>'
    filing = read(
        HEADER
        + table(
            head, row(label("A"), plain("5"), plain("6")), row(label("B"), plain("7"), plain(nil))
        )
    )
    tag = next(tag for tag in filing.tagging.tags if tag.attributes.get("name") == "x:Nil")
    assert tag.place is not None
    assert (tag.place.row, tag.place.column) == (2, 2)


def test_hidden_facts_have_no_place_but_where_a_style_shows_them() -> None:
    filing = read(HEADER + '<p>Shown <span style="-sec-ix-hidden:h2">nine</span></p>')
    hidden = [tag for tag in filing.tagging.tags if tag.attributes.get("id") == "h2"]
    assert [tag.place for tag in hidden] == [None]
    place = filing.tagging.hidden_places["h2"]
    assert filing.document.elements[place.element].text == "Shown nine"
    assert not any("0000000007" in element.text for element in filing.document.elements)


def test_contexts_and_units_only_where_referenced() -> None:
    filing = read(HEADER + f"<p>{fact('1', 'c2', 'eps')}</p>")
    assert set(filing.tagging.contexts) == {"c1", "c2"}
    assert filing.tagging.contexts["c2"] == Context(
        None, date(2024, 12, 31), (("a:Axis", "a:Member"), ("a:Typed", "T & U"))
    )
    assert filing.tagging.units == {"usd": "USD", "eps": "USD/shares"}


def test_a_block_tag_keeps_its_text_and_continues() -> None:
    filing = read(
        '<ix:nonNumeric name="x:Note" contextRef="c1" continuedAt="k1"><p>One</p><p>Two</p>'
        '</ix:nonNumeric><p>Else</p><ix:continuation id="k1"><p>Three</p></ix:continuation>'
    )
    note, rest = filing.tagging.tags
    assert (note.kind, note.text, note.attributes["continuedat"]) == ("nonNumeric", "OneTwo", "k1")
    assert (rest.kind, rest.text) == ("continuation", "Three")
    assert note.place is not None
    assert filing.document.elements[note.place.element].text == "One"
