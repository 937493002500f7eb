"""Universes by name: files, the largest, and what funds report to hold."""

from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.edgar_funds import SERIES, Reported, add_fund, filings_path, report, stock
from tests.support.edgar_server import Server
from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import TickerLine
from secqa.ingest.edgar.fund_holdings import Holding, portfolio
from secqa.ingest.edgar.universe import (
    INDEX_FUNDS,
    find_universe,
    link,
    read_universe,
)

ACME = stock("Acme Rockets Inc", "000000011", isin="US0000000112")
JUNE = Reported(1, "NPORT-P", date(2024, 8, 28), date(2024, 6, 30), stock("Acme Foods Corp."))
SEPTEMBER = Reported(2, "NPORT-P", date(2024, 11, 28), date(2024, 9, 30), ACME)
JUNE_AGAIN = Reported(3, "NPORT-P/A", date(2024, 12, 9), date(2024, 6, 30), "")


def _unknown(cusip: str) -> None:
    """No ticker of any CUSIP is known."""


def _stocks(*names: str) -> list[Holding]:
    return [Holding(name, name, "", "000000011") for name in names]


# -- files, the largest, all ----------------------------------------------------------------


def test_a_file_is_a_name_a_line(tmp_path: Path) -> None:
    path = tmp_path / "universe.txt"
    path.write_text("ACME # rockets\n\n# foods\nAcme Foods Corp.\n")
    assert read_universe(path) == ["ACME", "Acme Foods Corp."]
    with pytest.raises(SecqaError, match="cannot be read"):
        read_universe(tmp_path / "none")


def test_a_universe_is_a_file_the_largest_or_all(edgar: Edgar, tmp_path: Path) -> None:
    path = tmp_path / "sp500"
    path.write_text("ACMF\n7 # rockets\n")
    assert find_universe(edgar, str(path)) == [8, 7]
    assert find_universe(edgar, "largest:2") == [7, 8]
    assert find_universe(edgar, "largest:9999") == [7, 8, 9]
    assert find_universe(edgar, "all") is None


def test_unknown_companies_of_a_file_are_left_out_and_named(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)
    (tmp_path / "names").write_text("NOSUCH\n99\nACME\n")
    command = ("fetch", "--universe", tmp_path / "names", "--years", 2024)
    for where in (("--dry-run", "--out", tmp_path / "out"), ("--out", tmp_path / "out")):
        result = CliRunner().invoke(app, [str(part) for part in (*command, *where)])
        assert result.exit_code == 2
        left_out = [line for line in result.stderr.splitlines() if line.startswith("  left out: ")]
        assert [line.split()[2] for line in left_out] == ["NOSUCH:", "99:"]
    assert list((tmp_path / "out").glob("ACME/*"))


@pytest.mark.parametrize("name", ["ftse", "largest:0", "largest:many", "none.txt", "fund:", "IVV"])
def test_what_is_no_universe_is_one_line_with_what_there_is(edgar: Edgar, name: str) -> None:
    with pytest.raises(SecqaError, match=r"give a file.*sp500.*fund:TICKER.*largest:500.*all") as e:
        find_universe(edgar, name)
    assert "\n" not in str(e.value)


# -- what funds hold ------------------------------------------------------------------------


@pytest.mark.parametrize("fund", ["fund:acmx", f"fund:{SERIES.lower()}"])
def test_a_fund_is_what_it_last_reported_to_hold(edgar: Edgar, server: Server, fund: str) -> None:
    add_fund(server, "ACMX", JUNE_AGAIN, SEPTEMBER, JUNE)
    told: list[str] = []
    assert find_universe(edgar, fund, told.append) == [7]
    (line,) = told
    assert f"Acme Core 500 & More ({SERIES}) held at 2024-09-30 1 common stocks of 1 comp" in line
    assert not any(JUNE.accession.replace("-", "") in path for path in server.paths)


def test_an_index_is_what_a_fund_of_it_holds(edgar: Edgar, server: Server) -> None:
    stranger = stock("Wile &amp; Coyote", "000000029")
    many = Reported(1, "NPORT-P", date(2024, 8, 28), date(2024, 6, 30), ACME + stranger)
    add_fund(server, INDEX_FUNDS["sp500"], many)
    told: list[str] = []
    assert find_universe(edgar, "SP500", told.append) == [7]
    assert told[0].startswith(f"{INDEX_FUNDS['sp500']}: Acme Core 500 & More")
    assert told[0].endswith("2 common stocks of 1 companies on EDGAR; 1 stocks left out")
    assert told[1:] == [
        "  left out: Wile & Coyote, Class A (000000029): "
        "no company of this name with a ticker on EDGAR"
    ]


def test_fetch_says_whose_universe_it_is(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)
    add_fund(server, "IVV", SEPTEMBER)
    command = ("fetch", "--universe", "sp500", "--years", 2024, "--out", tmp_path, "--dry-run")
    result = CliRunner().invoke(app, [str(part) for part in command])
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith(f"IVV: Acme Core 500 & More ({SERIES}) held at 2024-09-30")
    assert "0000000007-25-000003" in result.stdout


def test_only_common_stock_that_is_held_counts() -> None:
    stocks = (
        ACME
        + stock("Short Co", side="Short")
        + stock("Treasury", kind="DBT")
        + stock("No Cusip Co", "000000000", isin="CA1234567890", ticker="n.c")
        + stock("Abroad plc", "000000000", isin="IE00BK1PTB77")
    )
    found = portfolio(report(stocks), "x.xml")
    assert (found.fund, found.series, found.period) == (
        "Acme Core 500 & More",
        SERIES,
        date(2024, 6, 30),
    )
    assert [(one.name, one.ticker, one.cusip) for one in found.stocks] == [
        ("Acme Rockets Inc", "", "000000011"),
        ("No Cusip Co", "N.C", "123456789"),
        ("Abroad plc", "", ""),
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<html>Sorry</html>", "no report of a fund's holdings"),
        (report(ACME)[:-40], "damaged XML"),
        (report(ACME, period="soon"), "no report of a fund's holdings"),  # type: ignore[arg-type]
        (b'<!DOCTYPE a [<!ENTITY b "c">]>' + report("&b;"), "document type"),
        (b'<?xml version="1.0" encoding="x-none"?><a/>', "damaged XML"),
        (b'<!DOCTYPE a SYSTEM "http://127.0.0.1/x">' + report(""), "document type"),
    ],
)
def test_what_is_no_report_is_one_line(content: bytes, says: str) -> None:
    with pytest.raises(SecqaError, match=f"x.xml: .*{says}") as told:
        portfolio(content.replace(b'<?xml version="1.0" encoding="UTF-8"?>\n', b""), "x.xml")
    assert "\n" not in str(told.value)


@given(st.binary())
def test_any_bytes_are_a_report_or_one_line(content: bytes) -> None:
    for data in (content, report("").replace(b"2024-06-30", content)):
        with suppress(SecqaError):
            assert portfolio(data, "x.xml").stocks == ()


@pytest.mark.parametrize(
    ("universe", "break_it", "says"),
    [
        ("fund:NONE", {}, "NONE: no fund of this ticker on EDGAR"),
        ("fund:ACMX", {"/files/company_tickers_mf.json": b"[]"}, "not EDGAR's list of funds"),
        ("fund:ACMX", {filings_path(): b"<!DOCTYPE html><p>No matching"}, "gives no list"),
        ("fund:ACMX", {filings_path(): b"<feed/>"}, "has no report of its holdings"),
        ("fund:ACMX", {"report": report(ACME, series="S000000001")}, "is of series S000000001"),
        ("fund:ACMX", {"report": report("")}, "reported no common stock"),
    ],
)
def test_what_is_amiss_with_a_fund_is_one_line(
    edgar: Edgar, server: Server, universe: str, break_it: dict[str, bytes], says: str
) -> None:
    add_fund(server, "ACMX", SEPTEMBER)
    folder = SEPTEMBER.accession.replace("-", "")
    paths = {"report": f"/Archives/edgar/data/70/{folder}/primary_doc.xml"}
    server.pages |= {paths.get(name, name): content for name, content in break_it.items()}
    with pytest.raises(SecqaError, match=says) as told:
        find_universe(edgar, universe)
    assert "\n" not in str(told.value)


# -- stocks and companies -------------------------------------------------------------------

LISTED = [
    TickerLine(1, "ACME", "ACME ROCKETS, INC."),
    TickerLine(1, "ACME-B", "ACME ROCKETS, INC."),
    TickerLine(2, "SMTH", "SMITH A O CORP"),
    TickerLine(3, "LAKE", "LAKE COM INC /OH/"),
    TickerLine(4, "TWIN", "TWIN CORP"),
    TickerLine(5, "TWNN", "Twin Inc"),
    TickerLine(6, "BRDG", "BRIDGE COMPANIES INC/MD/"),
    TickerLine(7, "ROCK", "ROCK PLC"),
]


@pytest.mark.parametrize(
    ("name", "cik"),
    [
        ("Acme Rockets Inc", 1),
        ("A. O. Smith Corporation", 2),
        ("Lake.com, Inc. (The)", 3),
        ("The Bridge Cos", 6),
        ("Rock Ltd", 7),
    ],
)
def test_names_are_one_however_they_are_written(name: str, cik: int) -> None:
    assert link(_stocks(name), LISTED, _unknown).ciks == (cik,)


@pytest.mark.parametrize(
    ("stock", "why"),
    [
        (Holding("Acme", "", "", "000000011"), "no company of this name"),
        (Holding("Twin plc", "", "", "000000011"), "2 companies of this name"),
        # A name abroad may be another's: the legal form must be the same.
        (Holding("Rock AG", "", "", ""), "no company of this name"),
        # A ticker may have gone to another since.
        (Holding("Coyote Inc", "", "ACME", "000000011"), "ACME is ACME ROCKETS, INC. on EDGAR"),
        (Holding("", "", "", ""), "no company of this name"),
    ],
)
def test_what_is_not_sure_is_left_out_and_why(stock: Holding, why: str) -> None:
    found = link([stock], LISTED, _unknown)
    assert found.ciks == ()
    assert found.unlinked[0][1].startswith(why)


def test_a_ticker_counts_where_the_name_agrees() -> None:
    tickers = {"000000037": "TWIN", "000000045": "ACME.B"}
    stocks = [
        Holding("Rock plc", "", "", ""),
        Holding("Twin Holdings", "", "twnn", "000000011"),
        Holding("Twin", "", "", "000000037"),
        Holding("Acme Rocketry", "", "", "000000045"),
        Holding("Acme Rockets", "", "", "000000011"),
    ]
    assert link(stocks, LISTED, tickers.get).ciks == (7, 5, 4, 1)
