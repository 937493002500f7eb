"""Facts -> one value of each metric and period, and the places that show it.

`metric_values` chooses among `amounts` of mended facts (`repairs`), by what `concept_labels` tell;
`row_sums` adds lines up, `double_counts` keeps them from counting twice. `members` does it for
segments and regions, `stated` for what only prose says; `untagged` finds further places.
"""
