"""The analyses of the SEC-QA paper, and comparisons of scored runs."""
