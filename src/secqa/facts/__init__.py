"""Tags become facts (`tags`), facts metric values (`resolve`), and these the fact table (`table`).

`comparison` sets values of companies side by side; `fact` and `fiscal` hold the shared types.
"""
