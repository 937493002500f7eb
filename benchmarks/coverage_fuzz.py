"""Find what breaks a parser, led by coverage: `python benchmarks/coverage_fuzz.py TARGET`.

Needs `pip install atheris`. A target is read again and again with inputs that reach lines not
reached before; it may refuse an input by SecqaError, and nothing else. `--seconds` limits the time;
what fails is written to a file `crash-…` or, after 10 seconds of one input, `timeout-…`, in --out.
"""

import argparse
import sys
from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError

_SEEDS: dict[str, tuple[str, ...]] = {
    "scanner": ("<p>a</p>", "<table><tr><td colspan='2'>1", '<p style="color:#000">x'),
    "ixbrl": (
        '<ix:header><ix:hidden><ix:nonNumeric name="dei:x" contextRef="c">1',
        '<ix:nonFraction contextRef="c" name="a:b" scale="6" format="ixt:num-dot-decimal">1,2',
        '<xbrli:context id="c"><xbrli:period><xbrli:instant>2024-12-31',
    ),
    "table": (
        "Net sales    1,234   1,100\n              1997    1996\n",
        "<TABLE>\n<S> <C>\na 1\n",
    ),
    "number": ("$ (1,234.5)%", "(12) (a)", "—", "US$ 3"),
    "question": (
        "What was Acme's revenue growth from 2023 to 2024?",
        "Which of Acme and Bolt had the higher gross margin in Q1 2023?",
        "Show net income by quarter from 2022 to 2024",
    ),
}


def _read(name: str, before: str) -> Callable[[bytes], object]:
    from secqa.facts.tags.ixbrl import facts_of
    from secqa.filings.read import read_bytes

    return lambda data: facts_of(read_bytes(before.encode() + data, name))


def _number() -> Callable[[bytes], object]:
    from secqa.filings.numbers import parse_number, text_scale

    return lambda data: [
        read(data.decode("utf-8", "replace")) for read in (parse_number, text_scale)
    ]


def _question() -> Callable[[bytes], object]:
    from secqa.filings.document import Metadata
    from secqa.metrics.catalogue import load_catalogue
    from secqa.parsing.entities.company_index import companies_of
    from secqa.parsing.figure_question import parse_question

    companies = (("ACME", "Acme Tools Inc."), ("BLT", "Bolt Works Corp"))
    documents = [
        Metadata(
            document_id=f"{ticker}-10-K-2024",
            company=name,
            ticker=ticker,
            cik="",
            form="10-K",
            fiscal_year=2024,
            fiscal_period="FY",
            period_end=date(2024, 12, 31),
        )
        for ticker, name in companies
    ]
    known, catalogue = companies_of(documents), load_catalogue()
    return lambda data: parse_question(data.decode("utf-8", "replace"), known, catalogue)


TARGETS: dict[str, Callable[[], Callable[[bytes], object]]] = {
    "scanner": lambda: _read("x.htm", "<html><p>Form 10-K</p>"),
    "ixbrl": lambda: _read("x.htm", "<html><p>Form 10-K</p><div>"),
    "table": lambda: _read("x.txt", "FORM 10-K\nannual report\n"),
    "number": _number,
    "question": _question,
}


def main() -> None:
    """Ends with libFuzzer's exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("coverage-fuzz"))
    given = parser.parse_args()
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["secqa"]):
        read = TARGETS[given.target]()
    seeds = given.out / given.target
    seeds.mkdir(parents=True, exist_ok=True)
    for at, text in enumerate(_SEEDS[given.target]):
        (seeds / f"seed{at}").write_text(text)

    def once(data: bytes) -> None:
        try:
            read(data)
        except SecqaError as refusal:
            if "\n" in str(refusal):
                raise

    options = ("-timeout=10", "-rss_limit_mb=2048", f"-seed={given.seed}", "-max_len=4096")
    time = f"-max_total_time={given.seconds}"
    atheris.Setup([sys.argv[0], *options, time, f"-artifact_prefix={given.out}/", str(seeds)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
