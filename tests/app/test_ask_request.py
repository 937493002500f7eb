"""Addresses of questions: the changes that they make."""

from secqa.app.ask.answers import parse_edits
from secqa.query.edit import Slot


def test_an_address_names_changes() -> None:
    given = {"q": "x", "company:Acme": "Bolt", "metric:revenue": "revenue", "period:FY2024": ""}
    assert parse_edits(given).changes == ((Slot("company", "Acme"), "Bolt"),)
