"""A query to a sentence."""
