"""What speaks against a row of T: one kind of check a module, each with its reason in words.

A gate takes rows of T and yields (key, `Doubt`). It looks at nothing but T, so that any
benchmark's facts can be put through the same gates as a corpus.
"""
