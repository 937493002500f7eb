"""The public face: a corpus, its benchmarks and its runs, for Python and notebooks."""
