"""Scored settings in, the analyses of the SEC-QA paper and comparisons of systems out."""
