"""Which metrics an annual report has, which do not apply, which are missing, and why."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.fact_filings import document, filing, money
from tests.support.in_process import ingest_in_this_process
from tests.support.ingest_filings import write_filing
from tests.support.metric_values_cases import document as balance_sheet
from tests.support.metric_values_cases import fact

from secqa.cli.main import app
from secqa.errors import SecqaError
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.coverage import Coverage, coverage
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Document, Location
from secqa.ingest.ingest_pipeline import ingest
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()


def states(read: Document, facts: list[Fact], rows: list[MetricFact]) -> dict[str, tuple[str, str]]:
    cells = coverage(read, facts, rows, rows, CATALOGUE)
    return {cell.metric: (cell.state, cell.where) for cell in cells}


def test_what_is_printed_or_tagged_and_not_in_t_is_missing() -> None:
    read = filing(money("us-gaap:Revenues", "y24", "1,234", Location(2, 3, 1, 1)))
    facts = list(facts_of(read))
    found = states(document(), facts, list(metric_facts(document(), facts, CATALOGUE)))
    assert found["revenue"] == ("in T", "")
    assert found["income_tax"] == ("missing", "'Income tax benefit', page 2")
    assert found["premiums"] == ("not in this industry", "")
    assert found["research_and_development"] == ("no such line, no such tag", "")
    tagged = replace(facts[0], concept="us-gaap:ResearchAndDevelopmentExpense", place=None)
    found = states(document(), [*facts, tagged], [])
    assert found["revenue"] == ("missing", "'Net sales', page 2")
    assert found["research_and_development"][1] == "tagged as ResearchAndDevelopmentExpense"


def test_leases_within_debt_are_not_missing() -> None:
    read = balance_sheet(["Long-term debt and finance lease obligations", "Total assets"])
    concept = "LongTermDebtAndCapitalLeaseObligations"
    facts = [fact(concept, 9.0, 1), fact("Assets", 90.0, 2), fact("FinanceLeaseLiability", 1.0)]
    rows = list(metric_facts(read, facts, CATALOGUE))
    assert states(read, facts, rows)["finance_lease_outside_debt"][0] == "within another line"


def test_a_report_without_statements_says_so() -> None:
    found = states(Document(document().metadata, document().pages[:1]), [], [])
    assert found["revenue"] == ("statements are in another document", "")


def test_the_share_counts_what_applies() -> None:
    facts = list(facts_of(filing(money("us-gaap:Revenues", "y24", "1,234", Location(2, 3, 1, 1)))))
    rows = metric_facts(document(), facts, CATALOGUE)
    whole = Coverage(tuple(coverage(document(), facts, rows, rows, CATALOGUE)))
    missing = sum(map(len, whole.missing.values()))
    assert whole.share == 2 / (2 + missing), "revenue and employees are there"


def test_the_command_lists_what_is_missing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_filing(tmp_path / "10-K-2024.html")
    with ingest_in_this_process():
        ingest([tmp_path / "10-K-2024.html"], tmp_path / "c")
    app(["facts", "--coverage", "--corpus", str(tmp_path / "c")], standalone_mode=False)
    out = capfd.readouterr().out
    assert "100.0% of the metrics that apply are there, in 1 reports" in out


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--coverage", "--metric", "revenue"], "--metric"),
        (["--coverage", "--year", "2024", "--period", "Q1"], "--year, --period"),
        (["--coverage", "--csv", "-"], "--csv"),
        (["--check", "--metric", "nonsense"], "--metric"),
        (["--check", "--coverage"], "--coverage"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    tmp_path: Path, options: list[str], named: str
) -> None:
    with pytest.raises(SecqaError, match=f"leave out {named}$"):
        app(["facts", *options, "--corpus", str(tmp_path)], standalone_mode=False)


@pytest.mark.parametrize(
    ("label", "state"),
    [
        ("Accounts payable and accrued expenses", "no such line, no such tag"),
        ("Certain accounts payable", "no such line, no such tag"),
        ("Owed", "missing"),
        ("Unaccrued payables", "missing"),
    ],
)
def test_what_a_label_calls_something_else_is_not_missing(label: str, state: str) -> None:
    tagged = [fact("AccountsPayableCurrent", 9e6, 1), fact("Assets", 9e9, 2)]
    found = states(balance_sheet([label, "Total assets"]), tagged, [])
    assert found["accounts_payable"][0] == state
