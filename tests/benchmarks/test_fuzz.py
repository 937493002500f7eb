"""The command that reads damaged filings works as given, and goes on where it ended."""

import subprocess
import sys
from pathlib import Path

from tests.support.ingest_filings import filing_html

_FUZZ = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"


def test_it_reads_mutants_and_goes_on(tmp_path: Path) -> None:
    filing = tmp_path / "acme.htm"
    filing.write_text(filing_html())
    log = tmp_path / "fuzz.jsonl"

    def fuzz(count: int) -> list[str]:
        command = (sys.executable, _FUZZ, filing, "--count", str(count), "--log", log)
        ended = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert f"{count} mutants of 1 filings" in ended.stdout
        return log.read_text().splitlines()

    first = fuzz(2)
    assert fuzz(3)[:2] == first
