"""Facts from files beside the pages: XBRL instances and EDGAR's company facts."""

import gzip
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.support.fact_filings import METADATA, document, filing, money
from tests.support.metric_rows_cases import CATALOGUE, SALES, pages

from secqa.errors import SecqaError
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.tags.fact_sources import company_facts, with_facts
from secqa.facts.tags.instance import instance_facts
from secqa.filings.document import Filing

INSTANCE = """<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:gaap="http://fasb.org/us-gaap/2012-01-31" xmlns:dei="http://xbrl.sec.gov/dei/2012-01-31"
  xmlns:acme="http://acme.example/20241231" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <xbrli:context id="y24"><xbrli:entity>
   <xbrli:identifier scheme="http://www.sec.gov/CIK">0000000007</xbrli:identifier></xbrli:entity>
  <xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate>
   <xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
 <xbrli:context id="rockets"><xbrli:entity>
   <xbrli:identifier scheme="http://www.sec.gov/CIK">0000000007</xbrli:identifier>
   <xbrli:segment><xbrldi:explicitMember dimension="gaap:SegmentsAxis">acme:RocketMember
    </xbrldi:explicitMember>
    <xbrldi:typedMember dimension="acme:OrderAxis"><acme:order>17</acme:order></xbrldi:typedMember>
   </xbrli:segment></xbrli:entity>
  <xbrli:period><xbrli:instant>2025-01-01T00:00:00</xbrli:instant></xbrli:period></xbrli:context>
 <xbrli:context id="never"><xbrli:period><xbrli:forever/></xbrli:period></xbrli:context>
 <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
 <xbrli:unit id="eps"><xbrli:divide>
  <xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
  <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator>
 </xbrli:divide></xbrli:unit>
 <dei:DocumentFiscalYearFocus contextRef="y24">2024</dei:DocumentFiscalYearFocus>
 <dei:TradingSymbol contextRef="y24">acme</dei:TradingSymbol>
 <gaap:Revenues contextRef="y24" unitRef="usd" decimals="-6" id="f1">1234000000</gaap:Revenues>
 <gaap:EarningsPerShareDiluted contextRef="y24" unitRef="eps" decimals="INF">-6.08
 </gaap:EarningsPerShareDiluted>
 <gaap:Dividends contextRef="y24" unitRef="usd" xsi:nil="true"/>
 <acme:Launches contextRef="rockets" unitRef="usd" decimals="0">5</acme:Launches>
 <gaap:PolicyTextBlock contextRef="y24">&lt;p&gt;We &amp;amp; they&lt;/p&gt;</gaap:PolicyTextBlock>
 <gaap:Goodwill contextRef="never" unitRef="usd">1</gaap:Goodwill>
</xbrli:xbrl>"""


def test_an_instance_says_what_its_contexts_and_units_say() -> None:
    facts = {fact.concept: fact for fact in instance_facts(INSTANCE.encode(), "a.xml")}
    sales = facts["us-gaap:Revenues"]
    assert (sales.value, sales.unit, sales.decimals, sales.fact_id) == (1.234e9, "USD", -6, "f1")
    assert (sales.start, sales.end) == (date(2024, 1, 1), date(2024, 12, 31))
    assert (sales.place, sales.hidden) == (None, True)
    earnings = facts["us-gaap:EarningsPerShareDiluted"]
    assert (earnings.value, earnings.unit, earnings.decimals) == (-6.08, "USD/shares", None)
    assert facts["us-gaap:Dividends"].nil
    assert facts["us-gaap:PolicyTextBlock"].text == "We & they"
    rockets = facts["acme:Launches"]
    assert rockets.dimensions == (
        ("acme:OrderAxis", "17"),
        ("gaap:SegmentsAxis", "acme:RocketMember"),
    )
    assert (rockets.start, rockets.end) == (None, date(2024, 12, 31))
    assert "us-gaap:Goodwill" not in facts


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (INSTANCE[: len(INSTANCE) // 2], "damaged XML"),
        ("<a/>", "not an XBRL instance"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"),
        ("", "damaged XML"),
    ],
)
def test_what_is_no_instance_is_refused_in_one_line(data: str, message: str) -> None:
    with pytest.raises(SecqaError, match=message) as refused:
        instance_facts(data.encode(), "a.xml")
    assert "\n" not in str(refused.value)


def untagged(**metadata: object) -> Filing:
    read = document()
    return Filing(replace(read, metadata=replace(read.metadata, **metadata)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["acme.xml", "acme.html.xml", "acme_htm.xml", "other-2024.xml"])
def test_an_instance_is_found_beside_the_pages_and_its_figures_on_them(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(INSTANCE)
    (tmp_path / "acme.html").write_text("")
    (tmp_path / "acme_cal.xml").write_text("<linkbase/>")
    read, facts = with_facts(untagged(ticker=""), tmp_path / "acme.html")
    assert read.document.metadata.ticker == "ACME"
    rows = {row.metric: row for row in metric_facts(read.document, facts, CATALOGUE)}
    # The income statement prints 1,234 beside "Net sales", and so do three more pages.
    assert pages(rows["revenue"]) == [(2, 2), (1, 1), (3, 1), (4, 1)]
    assert rows["revenue"].evidence[0].quote == "Net sales | $ 1,234"


def test_tags_in_the_pages_come_first(tmp_path: Path) -> None:
    (tmp_path / "acme.xml").write_text(INSTANCE)
    own = filing(money("us-gaap:Revenues", "y24", "1,111", SALES))
    _, facts = with_facts(own, tmp_path / "acme.html")
    assert [fact.value for fact in facts] == [1.111e9]


def test_what_was_guessed_gives_way_to_what_is_tagged(tmp_path: Path) -> None:
    (tmp_path / "acme.xml.gz").write_bytes(gzip.compress(INSTANCE.encode()))
    guessed = untagged(fiscal_year=2023, guessed=("fiscal_year", "form"))
    read, _ = with_facts(guessed, tmp_path / "acme.html.gz")
    assert read.document.metadata.fiscal_year == 2024
    assert read.document.metadata.guessed == ("form",)
    sure, _ = with_facts(untagged(fiscal_year=2023), tmp_path / "acme.html.gz")
    assert sure.document.metadata.fiscal_year == 2023


def fact(**more: object) -> dict[str, object]:
    stated = {"start": "2024-01-01", "end": "2024-12-31", "val": 1234000000, "form": "10-K"}
    return stated | {"accn": "0000000007-25-000001", "fy": 2024, "fp": "FY"} | more


def everything(*stated: dict[str, object], cik: int = 7) -> bytes:
    taxonomy = {"us-gaap": {"Revenues": {"label": "Revenues", "units": {"USD": list(stated)}}}}
    return json.dumps({"cik": cik, "entityName": "Acme", "facts": taxonomy}).encode()


def test_company_facts_are_those_of_the_filing() -> None:
    data = everything(
        fact(),
        fact(start="2023-01-01", end="2023-12-31", val=1100000000),
        fact(fy=2023, accn="0000000007-24-000001", val=1),
        fact(form="10-Q", fp="Q3", accn="0000000007-24-000009", val=2),
    )
    by_label = company_facts(data, METADATA, "f.json")
    assert [(f.concept, f.value, f.unit) for f in by_label] == [
        ("us-gaap:Revenues", 1.234e9, "USD"),
        ("us-gaap:Revenues", 1.1e9, "USD"),
    ]
    earlier = replace(METADATA, accession="0000000007-24-000001")
    assert [f.value for f in company_facts(data, earlier, "f.json")] == [1.0]
    assert company_facts(everything(fact(), cik=8), METADATA, "f.json") == ()


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"cik": 7, "facts": {"us-gaap": {"A": 1}}}'])
def test_what_are_no_company_facts_is_refused(data: bytes) -> None:
    with pytest.raises(SecqaError, match="not a company-facts file"):
        company_facts(data, METADATA, "f.json")


def test_company_facts_lie_in_the_folder_or_above(tmp_path: Path) -> None:
    folder = tmp_path / "ACME"
    folder.mkdir()
    (tmp_path / "CIK0000000007.json").write_bytes(everything(fact()))
    read, facts = with_facts(untagged(), folder / "10-K-2024.html")
    rows = {row.metric: row for row in metric_facts(read.document, facts, CATALOGUE)}
    assert rows["revenue"].value == 1.234e9
    assert rows["revenue"].evidence[0].page == 2
    assert with_facts(untagged(), tmp_path / "deeper" / "still" / "x.html")[1] == ()
