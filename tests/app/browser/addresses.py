"""The pages that every browser test of all pages goes through: a new page of the app adds its own.

The server behind them has the two small filings of `tests/app/conftest.py`, and the benchmark and
runs of `tests/app/made.py`.
"""

from urllib.parse import urlencode


def asking(question: str, **changes: str) -> str:
    """The address of a question, with what is changed of it."""
    return f"/ask?{urlencode({'q': question} | changes)}"


REVENUE = "What was the revenue of Acme in 2024?"
HOSTILE = "<img src=x onerror=alert(1)> <script>alert(2)</script>"
ADDRESSES = (
    "/ask",
    asking(REVENUE),
    asking(REVENUE, **{"add:1": "evil", "metric:revenue": HOSTILE}),
    asking("What was the revenue of Acme in 2010?"),
    asking("Show Acme's revenue by year from 2023 to 2024"),
    asking("What does Acme say about its largest customer?"),
    asking(HOSTILE),
    asking("What does EVIL say about its business?"),
    "/filings",
    f"/filings?{urlencode({'find': HOSTILE})}",
    "/filings/ACME-10-K-2024",
    "/filings/ACME-10-K-2024?find=coyote",
    "/filings/EVIL-10-K-2024?page=2",
    "/filings/add",
    "/benchmarks",
    "/benchmarks/made",
    "/benchmarks/made/made-1-0001-aa",
    "/runs",
    "/runs/good",
    "/runs/poor/made-1-0001-aa",
    "/runs/good/judge",
    "/runs/compare?run=good&run=poor",
    "/runs/compare/question?run=good&run=poor&id=made-1-0003-cc",
    "/runs/report?run=good&run=poor",
    "/compare",
    "/compare?company=ACME&metric=revenue&metric=net_margin&cell=ACME:net_margin:FY2024",
    f"/compare?{urlencode({'company': HOSTILE, 'metric': HOSTILE})}",
    "/nowhere",
)
