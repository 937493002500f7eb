"""Blocks -> what a document is made of.

`page_breaks` cuts pages, `elements` tells what stands on them, `sections` and `statements` find
Items and primary statements by what these look like (`section_forms`, `statement_forms`).
"""
