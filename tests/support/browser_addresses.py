"""The pages that every browser test of all pages goes through: a new page of the app adds its own.

The server behind them has the two small filings of `tests/app/conftest.py`, and the benchmark and
runs of `tests/support/app_corpora.py`.
"""

from urllib.parse import urlencode


def asking(question: str, **changes: str) -> str:
    """The address of a question, with what is changed of it."""
    return f"/ask?{urlencode({'q': question} | changes)}"


def talking(about: str, *questions: str) -> str:
    """The address of a conversation."""
    return f"/chat?{urlencode([('about', about), *(('q', one) for one in questions)])}"


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
    "/filings/ACME-10-K-2024?find=the largest coyote",
    "/filings/ACME-10-K-2024?page=3&element=11&row=1&column=1",
    "/filings/EVIL-10-K-2024?page=2",
    "/filings/ACME-10-K-2024/pages/3/figures",
    "/filings/ACME-10-K-2024/changes",
    "/filings/ACME-10-K-2024/checks",
    "/companies/ACME",
    "/companies/ACME?set=Margins&cell=ACME:net_margin:FY2024",
    "/search?q=coyote",
    f"/search?{urlencode({'q': HOSTILE})}",
    "/filings/add",
    "/benchmarks",
    "/benchmarks/made",
    "/benchmarks/made/made-1-0001-aa",
    "/runs",
    "/saved",
    "/runs/good",
    "/runs/poor/made-1-0001-aa",
    "/runs/good/judge",
    "/runs/compare?run=good&run=poor",
    "/runs/compare/question?run=good&run=poor&id=made-1-0003-cc",
    "/runs/report?run=good&run=poor",
    "/compare",
    "/compare?company=ACME&metric=revenue&metric=net_margin&cell=ACME:net_margin:FY2024",
    f"/compare?{urlencode({'company': HOSTILE, 'metric': HOSTILE})}",
    f"/chat?{urlencode({'find': 'total revenues'})}",
    talking("ACME-10-K-2024#3", "Total revenues in 2024?", "and in 2023?", "what was the change?"),
    talking("ACME-10-K-2024#3", "How much was it?"),
    talking("ACME-10-K-2024#3", "Total revenues in 2024?", "and for Nike?"),
    talking("EVIL-10-K-2024#1", HOSTILE),
    "/nowhere",
)
