"""Read a filing from bytes into a `Document` and, apart from it, its inline XBRL tags.

`read` is the entry point. `containers` unpacks archives and submissions. `html` (marked-up text),
`pdf` and `plain_text` (words at positions, with `layout`) turn a file into `blocks`; `sections`
turns blocks into pages, elements, Items and statements. `metadata` names the filer, form and
period. `tables` gives the periods of a finished table's columns.
"""
