from tests.support.benchmark_tables import report

from secqa.benchmark.fact_table import fact_table_of
from secqa.filings.document import Metadata


def names_of(documents: list[Metadata]) -> list[str]:
    return [entity.name for entity in fact_table_of((), documents).companies]


def test_companies_that_share_a_short_name_keep_their_legal_names() -> None:
    from dataclasses import replace

    one = replace(report(1, 2024), company="Orion Inc.")
    two = replace(report(2, 2024), company="ORION CORP")
    assert names_of([one, two]) == [
        "Orion Inc.",
        "ORION CORP",
    ]


def test_the_latest_name_counts() -> None:
    from dataclasses import replace

    old = replace(report(1, 2022), company="Facenote, Inc.")
    new = replace(report(1, 2024), company="Omega Platforms, Inc.")
    assert names_of([new, old]) == ["Omega Platforms"]
