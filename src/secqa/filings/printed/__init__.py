"""Words at positions -> blocks and tables, for what has no markup.

`pdf` and `plain_text` give words, `printed_lines` and `reading_order` make lines of them. `regions`
finds the tables among these, `grid` and `headers` read them, `furniture` and `paragraphs` the rest;
`printed_pages` puts the pages together.
"""
