"""Benchmarks, systems and scores for Inspect AI, with the extra `secqa[inspect]`."""
