"""Composes questions from companies, metrics and periods: named kinds, and new shapes."""
