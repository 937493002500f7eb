"""Filings from EDGAR: who is meant, what they filed, and the documents of it, politely."""
