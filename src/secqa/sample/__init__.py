"""Filings that come with secqa, so that everything can be tried without a download."""

from importlib.resources import files
from pathlib import Path


def sample_filings() -> Path:
    """The folder of the bundled abridged filings: `<TICKER>/10-K-2024.html.gz` and the like."""
    return Path(str(files("secqa.sample"))) / "filings"
