"""secqa: filings into questions with verified answers, and systems that answer them."""

__version__ = "0.1.0"
