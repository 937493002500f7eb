"""Find and fetch filings on EDGAR, within the SEC's limits."""
