"""The fact table T.

It is made of a document's values (`metric_rows`) and formulas over them (`compound`), kept
(`truth_rows`, `load`), checked (`check`, `doubt`, `coverage`), asked (`lookup`, `sql`) and written
to files (`table_files`).
"""
