"""Write the sample's filings: `python -m secqa.sample.build [FOLDER]`.

In: the table of figures and the texts beside this file. Out: one gzip-compressed XHTML file a
filing, marked up as real ones are: pages with printed numbers, tables with spacer cells,
inline XBRL. The same inputs give the same bytes. What is hard is that nothing may be made up:
every number in a file is in the table of figures, and what is not known there is left out.
"""

import argparse
import gzip
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape
from pathlib import Path

from secqa.sample.cover import contents_page, cover_page
from secqa.sample.figures import Source, load_sources
from secqa.sample.language import Block, parse_sections, parse_text
from secqa.sample.pages import bodies, framed, paginate, pieces_of
from secqa.sample.report import Report
from secqa.sample.tags import Tags

HERE = Path(__file__).parent
FILINGS = HERE / "filings"
NOTICE = (
    "An abridged sample made by the secqa project from public figures. It is not a filing: "
    "its words are not the company's, and most of the company's report is left out."
)
NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    "ix": "http://www.xbrl.org/2013/inlineXBRL",
    "ixt": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
    "ixt-sec": "http://www.sec.gov/inlineXBRL/transformation/2015-08-31",
    "xbrli": "http://www.xbrl.org/2003/instance",
    "xbrldi": "http://xbrl.org/2006/xbrldi",
    "iso4217": "http://www.xbrl.org/2003/iso4217",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "dei": "http://xbrl.sec.gov/dei/2024",
    "us-gaap": "http://fasb.org/us-gaap/2024",
    "srt": "http://fasb.org/srt/2024",
    "country": "http://xbrl.sec.gov/country/2024",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A filing to write and the name of the source to write it from."""

    ticker: str
    form: str
    year: int
    source: str
    quarter: int = 0
    announced: date | None = None


def _years(ticker: str, *years_and_sources: tuple[int, int]) -> list[Plan]:
    return [Plan(ticker, "10-K", year, f"{ticker}-10-K-{s}") for year, s in years_and_sources]


# The earliest year of five companies stands only in the comparative columns of the next report.
REPORTS = (
    *_years("BA", (2022, 2023), (2023, 2023), (2024, 2024)),
    *_years("HD", (2022, 2023), (2023, 2023), (2024, 2024)),
    *_years("KO", (2022, 2023), (2023, 2023), (2024, 2024)),
    *_years("META", (2022, 2023), (2023, 2023), (2024, 2024)),
    *_years("NVDA", (2023, 2023), (2024, 2024), (2025, 2025)),
    *_years("PG", (2023, 2024), (2024, 2024), (2025, 2025)),
    Plan("KO", "10-Q", 2025, "KO-10-Q-2025-Q2", quarter=2),
    Plan("NVDA", "10-Q", 2026, "NVDA-10-Q-2026-Q2", quarter=2),
    Plan("KO", "8-K", 2025, "KO-10-Q-2025-Q2", quarter=2, announced=date(2025, 7, 22)),
    Plan("NVDA", "8-K", 2026, "NVDA-10-Q-2026-Q2", quarter=2, announced=date(2025, 8, 27)),
)


def blocks_of(ticker: str, form: str) -> list[Block]:
    """The text of a company's filings of a form."""
    sections = parse_sections((HERE / "text" / f"{ticker}.txt").read_text(encoding="utf-8"))
    return parse_text((HERE / "text" / f"{form}.txt").read_text(encoding="utf-8"), sections)


def build(folder: Path) -> list[Path]:
    """Write all filings below `folder` and return their paths."""
    paths = []
    for name, data in filings():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data, 9, mtime=0))
        paths.append(path)
    return paths


def filings() -> Iterator[tuple[str, bytes]]:
    """Each filing's path below the sample's folder and its uncompressed bytes."""
    sources = load_sources()
    for plan in REPORTS:
        report = report_of(plan, sources[plan.source])
        html = document(report, blocks_of(plan.ticker, plan.form))
        data = html.encode("ascii", "xmlcharrefreplace")
        yield f"{plan.ticker}/{report.file_name}.html.gz", data


@lru_cache
def _employees() -> dict[str, dict[str, int]]:
    table = tomllib.loads((HERE / "figures" / "employees.toml").read_text(encoding="utf-8"))
    return {ticker: entry["employees"] for ticker, entry in table.items()}


def report_of(plan: Plan, source: Source) -> Report:
    """A plan with what is needed to carry it out."""
    return Report(
        ticker=plan.ticker,
        form=plan.form,
        year=plan.year,
        quarter=plan.quarter,
        source=source,
        employees=_employees()[plan.ticker].get(str(plan.year)),
        announced=plan.announced,
    )


def document(report: Report, blocks: list[Block]) -> str:
    """A whole filing as XHTML."""
    style = report.style
    tags = Tags(
        cik=report.source.cover["EntityCentralIndexKey"],
        hidden_zeros=style.hidden_zeros,
        plain_numbers=report.form == "8-K",
    )
    cover = cover_page(report, tags, NOTICE)
    pieces, text_blocks = pieces_of(blocks, report, tags)
    pages = paginate(pieces)
    first = style.first_label if report.form != "8-K" else 2
    labels = [first + 1 + place for place in range(len(pages))]
    contents = contents_page(pages, labels, report)
    body = [
        framed(cover, 0, report),
        framed(contents, first, report),
        *(
            framed(html, label, report)
            for html, label in zip(bodies(pages, text_blocks, tags, report), labels, strict=True)
        ),
    ]
    rule = '<hr style="page-break-after:always"/>'
    namespaces = NAMESPACES | {report.ticker.lower(): f"http://example.com/{report.ticker.lower()}"}
    declared = "".join(
        f' xmlns{":" if prefix else ""}{prefix}="{uri}"' for prefix, uri in namespaces.items()
    )
    look = (
        f"font-family:'{style.font}',sans-serif;font-size:10pt;color:#000000;"
        "max-width:7.5in;margin:0 auto"
    )
    return (
        "<?xml version='1.0' encoding='ASCII'?>\n"
        f"<!-- {NOTICE} Figures: {_provenance(report.source)}. -->\n"
        f'<html{declared} xml:lang="en-US"><head><meta http-equiv="Content-Type" '
        f'content="text/html"/>\n<title>{escape(report.ticker.lower())}-{report.current.end:%Y%m%d}'
        f'</title></head><body><div style="{look}">{tags.header()}{rule.join(body)}</div>'
        "</body></html>\n"
    )


def _provenance(source: Source) -> str:
    accession = f", accession {source.accession}" if source.accession else ""
    return f"SEC EDGAR, {source.name}{accession}, SHA-256 {source.sha256}"


def main() -> None:
    """Build into the folder given, or into the package itself."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FILINGS)
    paths = build(parser.parse_args().folder)
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} filings, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
