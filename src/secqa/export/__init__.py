"""Filings in the formats that other tools read: JSON, Markdown, HTML, element lists, Docling."""
