"""XBRL tags -> facts -> the fact table T.

`tags` gets facts out of files, `resolve` takes of them one value of each metric and period, and
`table` makes T of these, keeps, checks and asks it. `fact` and `fiscal` are the types between them.
"""
