"""Checks that a question passes before it is asked, and on benchmarks that exist."""
