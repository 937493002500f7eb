"""Markup -> blocks, tables and tags.

`read_html` takes all steps in turn: `flow` walks over the markup (`markup`, `styles`, `walk`,
`walk_tables`), `flow_blocks` makes blocks of what it finds (`raw_flow`) and `marked_tables` tables
(`joined_cells`, `header_blocks`); `tagging` gives the inline XBRL its places.
"""
