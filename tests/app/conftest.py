"""A server of two small filings: an honest one, and one that is all markup and orders."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from starlette.testclient import TestClient
from tests.support.app_corpora import write_made
from tests.support.fact_rows import metric_fact

from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import revision_of
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.facts.fact import Evidence
from secqa.facts.table.fact_store import database_rows
from secqa.filings.document import Metadata
from secqa.filings.read import read_filing
from secqa.retrieval.indexing.page_index import update_index

BASE = "http://127.0.0.1"
BREAK = '<hr style="page-break-after:always"/>'

ACME = f"""<html><head><title>not printed</title></head><body>
<div style="font-family:'Arial';text-align:center"><p style="font-weight:bold">FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)</p>
<p>For the fiscal year ended December 31, 2024</p>
<p>Acme Tools Corp</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Trading symbol: ACME</p></div>{BREAK}
<div><p style="font-weight:bold">Item 1. Business</p>
<p>We make anvils &amp; rockets. Our <i>largest customer</i> is a coyote.</p>{BREAK}</div>
<div><p style="font-weight:bold">Item 8. Financial Statements</p>
<p style="font-weight:bold">Consolidated Statements of Income</p><p>(In millions)</p>
<table><tr><td style="width:60%"></td><td style="width:1%"></td><td style="width:19%"></td>
<td style="width:1%"></td><td style="width:19%"></td></tr>
<tr><td>Year ended December 31,</td><td colspan="2">2024</td><td colspan="2">2023</td></tr>
<tr><td>Total revenues</td><td>$</td><td>1,200</td><td>$</td><td>1,000</td></tr>
<tr><td style="padding-left:12pt">Cost of revenue</td><td></td><td>700</td><td></td>
<td>610</td></tr>
<tr><td>Net income</td><td>$</td><td>240</td><td>$</td><td>190</td></tr></table></div>
</body></html>"""

EVIL_NAME = "Evil <script>alert(1)</script> Corp"
EVIL = f"""<html><head><script>alert(2)</script><style>body{{display:none}}</style>
<link rel="stylesheet" href="https://evil.example/a.css"></head>
<body onload="alert(3)"><p>FORM 10-K</p>
<p>For the fiscal year ended December 31, 2024</p>
<p>{EVIL_NAME.replace("<", "&lt;").replace(">", "&gt;")}</p>
<p>(Exact name of registrant as specified in its charter)</p>{BREAK}
<p onclick="alert(4)" style="background:url(https://evil.example/b.png);position:fixed;color:#c00">
Item 1. Business</p></div></section></main>
<img src="https://evil.example/c.png" onerror="alert(5)"><iframe src="https://evil.example"></iframe>
<p>Shown as text: &lt;img src=x onerror=alert(6)&gt; <a href="javascript:alert(7)">a link</a></p>
<form action="https://evil.example"><input name="token"><button>Send</button></form>
<svg><script>alert(8)</script></svg><math><mtext><table><mglyph><style><img src=x onerror=alert(9)>
</style></table></math><p>after all of this</p></body></html>"""


def truth_of(metadata: Metadata) -> dict[str, pa.Table]:
    """What tags would say of Acme's statement, as an ingest keeps it."""
    lines = [("revenue", 1, "Total revenues", ("$ 1,200", "$ 1,000"))]
    lines += [("cost_of_revenue", 2, "Cost of revenue", ("700", "610"))]
    lines += [("net_income", 3, "Net income", ("$ 240", "$ 190"))]
    values = [
        metric_fact(
            metadata,
            metric,
            float(cell.strip("$ ").replace(",", "")) * 1e6,
            year,
            evidence=(Evidence(metadata.document_id, 3, 11, row, column, 2, f"{label} | {cell}"),),
        )
        for metric, row, label, cells in lines
        for column, (year, cell) in enumerate(zip((2024, 2023), cells, strict=True), 1)
    ]
    return database_rows(revision_of(metadata.sha256), (), values)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files and, in `corpus`, what was read of them."""
    made = tmp_path_factory.mktemp("app")
    for name, text in (("ACME", ACME), ("EVIL", EVIL)):
        path = made / "filings" / name / "10-K-2024.html"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    with CorpusWriter(made / "corpus") as writer:
        for path in (made / "filings").rglob("*.html"):
            document = read_filing(path).document
            hidden = truth_of(document.metadata) if document.metadata.ticker == "ACME" else None
            writer.add(rows_for(document, hidden))
    update_index(open_corpus(made / "corpus"))
    write_made(made)
    return made


@pytest.fixture(scope="session")
def current(folder: Path) -> Current:
    """The corpus with its files at hand, a benchmark and two runs."""
    return Current(
        folder / "corpus",
        Folders((folder / "filings",), (folder / "benchmarks",), (folder / "runs",)),
    )


@pytest.fixture(scope="session")
def client(current: Current) -> Iterator[TestClient]:
    """A browser of the server, as one on this machine."""
    with TestClient(make_app(current), base_url=BASE) as made:
        yield made
