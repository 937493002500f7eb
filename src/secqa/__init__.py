"""secqa: filings into questions with verified answers, and systems that answer them."""
