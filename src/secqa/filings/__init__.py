"""Read a filing from bytes into a `Document` and, separately, its inline XBRL tags.

`read` is the entry point. `containers` unpacks archives and submissions. `html` (marked-up text),
`pdf` and `plain_text` (words at positions, with `layout`) turn a file into `blocks`; `sections`
turns blocks into pages, elements, Items and statements. `metadata` finds company, form and period.
`tables` finds the periods of a table's columns.
"""
