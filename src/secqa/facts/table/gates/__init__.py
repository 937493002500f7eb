"""Checks that speak against values of the fact table, each with its reason in words.

A gate takes rows and yields pairs of a key and a `Doubt`. It looks at the rows alone, so that the
facts of any benchmark can be put through the same gates as a corpus.
"""
