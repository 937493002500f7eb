"""Publish a benchmark in the formats of other tools."""
