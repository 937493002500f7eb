"""Collect the sample's figures from real filings: `python -m secqa.sample.collect FOLDER`.

In: a folder of real filings as EDGAR serves them (`KO/10-K-2024.html.gz`, with a `manifest.csv`
that lists path, accession and sha256) and the sample's texts, which say what is needed. Out:
`figures/`, one CSV a filing and `sources.toml`. Only tagged facts are taken; where a filing
tags one twice, the more precise one.
"""

import argparse
import csv
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from secqa.facts.fact import Fact
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.read import read_filing
from secqa.sample.build import REPORTS, blocks_of
from secqa.sample.figures import FOLDER, Name, Period
from secqa.sample.language import references

COVER = (
    "EntityRegistrantName",
    "EntityCentralIndexKey",
    "EntityFileNumber",
    "EntityTaxIdentificationNumber",
    "EntityIncorporationStateCountryCode",
    "EntityAddressAddressLine1",
    "EntityAddressCityOrTown",
    "EntityAddressStateOrProvince",
    "EntityAddressPostalZipCode",
    "CityAreaCode",
    "LocalPhoneNumber",
    "Security12bTitle",
    "TradingSymbol",
    "SecurityExchangeName",
    "EntityFilerCategory",
)
COVER_FIGURES = {
    "COVER": "dei:EntityCommonStockSharesOutstanding",
    "FLOAT": "dei:EntityPublicFloat",
}


def collect(folder: Path) -> None:
    """Write the figures of every source that a report of the sample names."""
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        manifest = {row["path"]: row for row in csv.DictReader(file)}
    sources = []
    for name in sorted({report.source for report in REPORTS}):
        ticker, _, rest = name.partition("-")
        path = f"{ticker}/{rest}.html.gz"
        facts = facts_of(read_filing(folder / path))
        periods = _periods(facts)
        _write_figures(FOLDER / f"{name}.csv", facts, periods, _needed(ticker))
        sources.append(_entry(name, manifest[path], facts, periods))
    (FOLDER / "sources.toml").write_text("\n".join(sources), encoding="utf-8")


def _needed(ticker: str) -> set[Name]:
    """The figures that any text of a company asks for."""
    asked = [
        reference
        for report in REPORTS
        if report.ticker == ticker
        for reference in references(blocks_of(report.ticker, report.form))
    ]
    return {name for reference in asked for name in (*reference.names, *reference.also)}


def _periods(facts: Sequence[Fact]) -> dict[str, Period]:
    stated = {fact.concept: fact for fact in facts if fact.concept.startswith("dei:")}
    year = int(stated["dei:DocumentFiscalYearFocus"].text)
    quarter = stated["dei:DocumentFiscalPeriodFocus"].text
    whole = stated["dei:DocumentPeriodEndDate"]
    spans = {
        Period(fact.start, fact.end)
        for fact in facts
        if fact.start and not fact.dimensions and fact.concept.startswith("us-gaap:")
    }
    periods: dict[str, Period] = {}
    if quarter == "FY":
        ends = {span.end: span for span in spans if 349 <= span.days <= 380}
        day = whole.end
        for back in range(3):
            if day in ends:
                periods[f"FY{year - back}"] = ends[day]
                day = _day_before(ends[day]).end
        periods[f"FY{year - len(periods)}"] = Period(day, day)
    else:
        for back in (0, 1):
            end = _nearest(spans, whole.end.replace(year=whole.end.year - back))
            ending = sorted((s for s in spans if s.end == end), key=lambda s: s.days)
            periods[f"{quarter}-{year - back}"] = ending[0]
            periods[f"YTD-{year - back}"] = ending[-1]
        for back in (0, 1):
            periods[f"FY{year - back - 1}"] = _day_before(periods[f"YTD-{year - back}"])
    for key, concept in COVER_FIGURES.items():
        if concept in stated:
            periods[key] = Period(stated[concept].end, stated[concept].end)
    return periods


def _nearest(spans: Iterable[Period], day: date) -> date:
    ends = {s.end for s in spans if 80 <= s.days <= 100}
    return min(ends, key=lambda end: abs((end - day).days))


def _day_before(period: Period) -> Period:
    day = period.start - timedelta(days=1)
    return Period(day, day)


def _write_figures(
    path: Path, facts: Iterable[Fact], periods: dict[str, Period], needed: set[Name]
) -> None:
    best: dict[tuple[str, ...], dict[str, Fact]] = {}
    for fact in facts:
        key = _key(fact, periods)
        members = frozenset(member for _, member in fact.dimensions)
        on_cover = COVER_FIGURES.get(key) == fact.concept
        if not key or not (on_cover or (fact.concept, members) in needed) or not fact.unit:
            continue
        dimensions = " ".join(f"{axis}={member}" for axis, member in fact.dimensions)
        when = "instant" if fact.start is None else "span"
        same = best.setdefault((fact.concept, dimensions, fact.unit, when), {})
        if key not in same or _precision(fact) > _precision(same[key]):
            same[key] = fact
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["concept", "dimensions", "unit", "when", "decimals", *periods])
        for line, known in sorted(best.items()):
            least = min((_precision(fact) for fact in known.values() if not fact.nil), default=0.0)
            decimals = "INF" if least == float("inf") else f"{least:.0f}"
            values = [_text(known[key]) if key in known else "" for key in periods]
            writer.writerow([*line, decimals, *values])


def _key(fact: Fact, periods: dict[str, Period]) -> str:
    """The period a fact is of; "" when it is of none that the sample shows."""
    for key, period in periods.items():
        special = key in COVER_FIGURES
        if special != (COVER_FIGURES.get(key) == fact.concept):
            continue
        if fact.end == period.end and fact.start in (None, period.start):
            return key
    return ""


def _precision(fact: Fact) -> float:
    if fact.nil:
        return float("-inf")
    return float("inf") if fact.decimals is None else fact.decimals


def _text(fact: Fact) -> str:
    if fact.value is None:
        return "nil"
    whole = Decimal(str(fact.value))
    return f"{whole:f}".removesuffix(".0")


def _entry(
    name: str, listed: dict[str, str], facts: Sequence[Fact], periods: dict[str, Period]
) -> str:
    cover: dict[str, str] = {}
    for fact in facts:
        concept = fact.concept.removeprefix("dei:")
        if concept in COVER and fact.text:
            cover.setdefault(concept, fact.text.strip(", "))
    lines = [f'["{name}"]', f'file = "{listed["path"]}"', f'sha256 = "{listed["sha256"]}"']
    if listed["accession"]:
        lines.append(f'accession = "{listed["accession"]}"')
    lines.append(f'\n["{name}".periods]')
    lines += [f"{key} = [{period.start}, {period.end}]" for key, period in periods.items()]
    lines.append(f'\n["{name}".cover]')
    lines += [f'{concept} = "{_escaped(cover[concept])}"' for concept in COVER if concept in cover]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def main() -> None:
    """Collect from the folder given on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of real filings with manifest.csv")
    collect(parser.parse_args().folder)


if __name__ == "__main__":
    main()
