"""Check values of the fact table and give reasons for doubt.

A gate takes rows and yields pairs of a key and a `Doubt`. It uses only the rows, so that it also
applies to the facts of any benchmark.
"""
