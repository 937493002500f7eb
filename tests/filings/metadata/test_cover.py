"""What a filing says it is."""

from datetime import date

import pytest

from secqa.filings.document import Metadata
from secqa.filings.read import read_bytes


def metadata(body: str, name: str = "x.htm") -> Metadata:
    return read_bytes(f"<html><body>{body}</body></html>".encode(), name).document.metadata


def dei(**facts: str) -> str:
    return "".join(
        f'<p><ix:nonNumeric name="dei:{key}" contextRef="c">{value}</ix:nonNumeric></p>'
        for key, value in facts.items()
    )


def test_the_tagged_cover() -> None:
    found = metadata(
        dei(
            DocumentType="10-Q",
            DocumentFiscalYearFocus="2025",
            DocumentFiscalPeriodFocus="Q3",
            DocumentPeriodEndDate="June 28, 2025",
            CurrentFiscalYearEndDate="--09-27",
            EntityRegistrantName="Acme &amp; Sons, Inc.",
            EntityCentralIndexKey="0000000007",
            TradingSymbol="ACME",
        )
    )
    assert found.document_id == "ACME-10-Q-2025-Q3"
    assert (found.company, found.ticker, found.cik) == ("Acme & Sons, Inc.", "ACME", "0000000007")
    assert (found.period_end, found.fiscal_year_end) == (date(2025, 6, 28), "09-27")
    assert found.guessed == ()


def test_an_amendment_says_so() -> None:
    found = metadata(
        dei(DocumentType="10-K/A", TradingSymbol="ACME", DocumentFiscalYearFocus="2024")
    )
    assert (found.form, found.document_id) == ("10-K/A", "ACME-10-K-A-2024")
    found = metadata(dei(DocumentType="10-K", AmendmentFlag="true", TradingSymbol="ACME"))
    assert found.form == "10-K/A"


def test_a_current_report_is_known_by_its_date() -> None:
    found = metadata(
        dei(DocumentType="8-K", DocumentPeriodEndDate="November 22, 2024", TradingSymbol="ACME")
    )
    assert found.document_id == "ACME-8-K-2024-11-22"


COVER = """<p>SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>For the fiscal year ended {}</p><p>ACME CORPORATION</p>
<p>(Exact name of registrant as specified in its charter)</p>"""


@pytest.mark.parametrize(
    ("name", "company"),
    [
        ("<p>ACME\n   CORPORATION</p><p>(Exact name of registrant)</p>", "ACME CORPORATION"),
        (
            "<table><tr><td>State</td><td>Exact name of registrant</td><td>Number</td></tr>"
            "<tr><td>Delaware</td><td>ACME</td><td>12</td></tr>"
            "<tr><td>Ohio</td><td>Bolt</td><td>34</td></tr></table>",
            "",
        ),
    ],
)
def test_heads_of_columns_and_broken_lines_are_no_part_of_a_name(name: str, company: str) -> None:
    cover = f"<p>FORM 10-K</p><p>For the transition period from to</p>{name}"
    assert metadata(cover).company == company


@pytest.mark.parametrize(
    ("end", "text", "year"),
    [
        ("December 28, 2002", "", 2002),
        ("January 3, 2004", "", 2003),
        ("January 31, 2010", "<p>In fiscal 2009 we grew; fiscal 2009 was good.</p>", 2009),
        ("January 31, 2010", "<p>In fiscal 2010 we grew; fiscal 2010 was good.</p>", 2010),
    ],
)
def test_a_printed_cover_gives_company_period_and_fiscal_year(
    end: str, text: str, year: int
) -> None:
    found = metadata(COVER.format(end) + text)
    assert (found.form, found.company, found.fiscal_year) == ("10-K", "ACME CORPORATION", year)
    assert found.period_end is not None
    assert "fiscal_year" in found.guessed


@pytest.mark.parametrize(
    ("lines", "company"),
    [
        (("ACME TOOLS CORPORATION", "Ohio 12-3456789"), "ACME TOOLS CORPORATION"),
        (("Acme Tools", "State of Incorporation: Delaware"), "Acme Tools"),
        (("1 Mill Road", "Springfield, Ohio"), ""),
        (("Ohio 12-3456789", "(I.R.S. Employer Identification No.)"), ""),
    ],
)
def test_a_name_stands_between_the_file_number_and_the_state(
    lines: tuple[str, str], company: str
) -> None:
    cover = ("Form 10-K", "Commission file number 001-12345", *lines)
    assert metadata("".join(f"<p>{line}</p>" for line in cover)).company == company


def test_a_release_names_its_company_with_the_symbol() -> None:
    text = "OHIO, May 6, 2024 – Acme Tools, Inc. (NYSE: ACME), a rival of Bolt (NASDAQ: BOLT), said"
    found = metadata(f"<p>Exhibit 99.1</p><p>{text} it earned more.</p>", "release.html")
    assert (found.company, found.ticker) == ("Acme Tools, Inc.", "ACME")
    assert not {"company", "ticker"} & set(found.guessed)


def test_a_symbol_in_the_text_changes_no_printed_cover() -> None:
    found = metadata(COVER.format("December 28, 2002") + "<p>We sold Bolt (NYSE: BOLT).</p>")
    assert (found.company, found.ticker) == ("ACME CORPORATION", "")


@pytest.mark.parametrize(
    ("title", "company"),
    [
        ("Acme Tools &amp; Dies, Inc. Annual Report 2023", "Acme Tools & Dies, Inc."),
        ("Annual Report of Acme Tools plc", "Acme Tools plc"),
        ("Company name: Bank of Acme Corp.", "Bank of Acme Corp."),
        ("ACME TOOLS LTD (the “Company”)", "ACME TOOLS LTD"),
        ("The company sells tools.", ""),
        ("The Company sells tools.", ""),
    ],
)
def test_a_title_names_the_company_in_any_words(title: str, company: str) -> None:
    found = metadata(f"<p>Form 10-K</p><p>{title}</p><p>It was a good year.</p>", "report.htm")
    assert found.company == company


def test_the_file_name_is_the_last_resort_and_marked() -> None:
    found = metadata("<p>Exhibit 99.1</p><p>Good news.</p>", "ACME/8-K-1-EX99.1.html.gz")
    assert (found.ticker, found.form) == ("ACME", "8-K")
    assert {"ticker", "form"} <= set(found.guessed)


@pytest.mark.parametrize(
    ("form", "period", "expected"),
    [
        ("FORM 10 - K", "For fiscal year ended SEPTEMBER 30, 1999", ("10-K", date(1999, 9, 30))),
        ("Form 10-K", "FOR THE YEAR ENDED DEC. 31ST, 2009", ("10-K", date(2009, 12, 31))),
        ("Form 10-K/A", "For the Fiscal Year Ended: 12/31/99", ("10-K/A", date(1999, 12, 31))),
        ("Form 10-Q", "For the quarter ended 30 June 2010", ("10-Q", date(2010, 6, 30))),
        (
            "Form 10-KT",
            "For the transition period from January 1, 2005 to June 30, 2005",
            ("10-KT", date(2005, 6, 30)),
        ),
        (
            "Form 10-K405",
            "For the fiscal year ended Saturday, February 3, 2001",
            ("10-K405", date(2001, 2, 3)),
        ),
    ],
)
def test_forms_and_days_as_covers_print_them(
    form: str, period: str, expected: tuple[str, date]
) -> None:
    found = metadata(f"<p>{form}</p><p>{period}</p>")
    assert (found.form, found.period_end) == expected


@pytest.mark.parametrize(
    ("lengths", "quarter", "year"),
    [
        (("Three Months Ended", "Nine Months Ended"), "Q3", 2010),
        (("Thirteen Weeks Ended", "Twenty-six Weeks Ended"), "Q2", 2011),
        (("13 weeks ended", "13 weeks ended"), "Q1", 2011),
        (("First", "Second"), "", 2010),
    ],
)
def test_an_untagged_quarter_is_told_by_the_lengths_in_its_tables(
    lengths: tuple[str, str], quarter: str, year: int
) -> None:
    head = "".join(f"<td>{length}</td>" for length in lengths)
    found = metadata(
        "<p>Form 10-Q</p><p>For the quarterly period ended September 25, 2010</p>"
        f"<table><tr><td></td>{head}</tr><tr><td>Sales</td><td>5</td><td>4</td></tr></table>"
    )
    assert (found.fiscal_period, found.fiscal_year) == (quarter, year)
    assert ("fiscal_period" in found.guessed) == bool(quarter)


@pytest.mark.parametrize(
    ("file", "company"),
    [
        ("ACME_TOOLS_2018_10K.html", "ACME TOOLS"),
        ("ACM-10-K-2018.html", "ACM"),
        ("ACM_10K_2018.html", "ACM"),
    ],
)
def test_a_form_in_a_file_name_is_no_company(file: str, company: str) -> None:
    assert metadata("<p>Form 10-K</p><p>Revenue was 5.</p>", file).company == company


@pytest.mark.parametrize(
    ("row", "symbols"),
    [
        ("<tr><td>Common Stock</td><td>ACM</td><td>New York Stock Exchange</td></tr>", ("ACM",)),
        (
            "<tr><td>Common</td><td>ACM</td><td>The NASDAQ Stock Market LLC</td></tr>"
            "<tr><td>2% Notes</td><td>ACM26</td><td>The NASDAQ Stock Market LLC</td></tr>",
            ("ACM",),
        ),
        ("<tr><td>None</td><td></td><td>New York Stock Exchange LLC</td></tr>", ()),
    ],
)
def test_symbols_are_read_from_the_cover(row: str, symbols: tuple[str, ...]) -> None:
    head = "<tr><td>Title of each class</td><td>Trading Symbol(s)</td><td>Exchange</td></tr>"
    found = metadata(f"<p>Form 10-K</p><table>{head}{row}</table><p>Revenue was 5.</p>", "x.htm")
    assert found.tickers == symbols
    assert found.ticker == "".join(symbols[:1])


@pytest.mark.parametrize("cik", ["../../secret", "7" * 11, "\u0667", "0000000007 x", "7" * 5_000])
def test_what_is_no_cik_makes_no_name_of_a_file(cik: str) -> None:
    assert metadata(dei(DocumentType="10-Q", EntityCentralIndexKey=cik)).cik == ""


def test_a_cover_has_no_fact_of_thousands_of_letters() -> None:
    printed = metadata(dei(DocumentType="10-Q", EntityRegistrantName="Acme " * 500))
    assert len(printed.company) < 300
