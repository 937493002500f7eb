"""Write filings in the formats of other tools, and comparisons as sheets."""
