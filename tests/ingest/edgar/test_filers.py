"""Tickers, CIKs and names to CIKs."""

import pytest
from tests.support.edgar_server import Server

from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import find_ciks


@pytest.mark.parametrize(
    ("name", "cik"),
    [
        ("acme", 7),
        ("ACMF", 8),
        ("brk.b", 9),
        ("Acme Rockets", 7),
        ("Acme Foods Corporation", 8),
        ("Berks & Sons", 9),
        ("berks", 9),
        ("8", 8),
        ("CIK0000000009", 9),
    ],
)
def test_finds_a_company(edgar: Edgar, name: str, cik: int) -> None:
    assert find_ciks(edgar, [name]) == [cik]


def test_each_company_once_and_the_list_asked_for_once(edgar: Edgar, server: Server) -> None:
    assert find_ciks(edgar, ["ACME", "Acme Foods", "acme rockets inc", "7"]) == [7, 8]
    assert server.asked("/files/company_tickers.json") == 1


def test_ciks_need_no_list(edgar: Edgar, server: Server) -> None:
    assert find_ciks(edgar, ["320193"]) == [320193]
    assert server.requests == []


@pytest.mark.parametrize("name", ["Acme Rocket Inc", "Wile"])
def test_a_name_of_no_company_is_refused(edgar: Edgar, name: str) -> None:
    with pytest.raises(SecqaError, match="no company of this ticker or name"):
        find_ciks(edgar, [name])


def test_close_names_are_proposed(edgar: Edgar) -> None:
    with pytest.raises(SecqaError, match=r"\(ACME \(ACME ROCKETS, INC.\).*\?\); give its CIK"):
        find_ciks(edgar, ["Acme Rokets"])


def test_a_name_of_several_companies_is_refused(edgar: Edgar) -> None:
    with pytest.raises(SecqaError, match=r"several companies; give one of ACME .*, ACMF"):
        find_ciks(edgar, ["Acme Inc."])


def test_a_mirror_without_the_list_takes_the_one_of_edgartools(
    edgar: Edgar, server: Server
) -> None:
    del server.pages["/files/company_tickers.json"]
    assert find_ciks(edgar, ["AAPL", "microsoft"]) == [320193, 789019]
