"""Turn tags into facts (`tags`), facts into metric values (`resolve`), these into the fact `table`.

`comparison` compares values of companies; `fact` and `fiscal` define the shared types.
"""
