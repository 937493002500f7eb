"""What a finished table says of its figures.

The period of each column (`column_periods`, from `column_words` and `period_words`), the scale,
and whether it goes on over the page.
"""
