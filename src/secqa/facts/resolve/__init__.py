"""Choose one value of each metric and period among the facts of a document, with its places.

`metric_values` chooses among the `amounts` of repaired facts (`repairs`), guided by the printed
labels (`concept_labels`); `row_sums` adds lines up. `members` covers segments and regions, `stated`
numbers that only prose gives; `untagged` and `same_rows` find further places that print a value.
"""
