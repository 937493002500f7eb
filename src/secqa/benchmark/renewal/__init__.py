"""Keeps a benchmark new: fresh questions, splits, yearly versions, newer corpora, rechecks."""
