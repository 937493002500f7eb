"""Choose one value of each metric and period among the facts of a document, with its locations.

`metric_values` chooses among the `amounts` of repaired facts (`repairs`), guided by the printed
labels (`concept_labels`); `row_sums` adds lines up. `members` handles segments and regions,
`stated` numbers in prose; `untagged` and `same_rows` find more locations that print a value.
"""
