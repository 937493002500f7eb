"""How each company's filings look: the differences that real ones show, one style a company."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """A company's typography, tables, page numbers and habits of tagging."""

    company: str
    """As sentences call it."""
    font: str
    headings: str
    """`upper` or `title`: Items and statements."""
    heading_colour: str
    periods: str
    """Column heads: `dates` or `stacked` years under words, `years` beside them, `fiscal`."""
    period_words: str
    """What stands over or beside the columns of a year: "Years ended December 31,"."""
    units_in_corner: bool
    """"(in millions)" stands in the table's first cell, not above it."""
    split_cells: bool
    """`$` and `)` have cells of their own."""
    shaded: str
    """Colour of every other row, or ""."""
    footer: str
    """`number`, `line` (company | form | number), `dashes`, `header` (at the page's top)."""
    first_label: int
    """Number printed on the second page of the file; the cover prints none."""
    hidden_zeros: bool
    """Zeros are tagged in `ix:hidden` and shown by a `-sec-ix-hidden` style."""
    text_blocks: bool
    """Notes are tagged as blocks of text, continued over pages."""
    units_in_words: bool = False
    """"Amounts in millions; fiscal years ended June 30" stands in the first cell."""


STYLES = {
    "NVDA": HouseStyle(
        company="NVIDIA", font="Arial", headings="title", heading_colour="#000000",
        periods="dates", period_words="Year Ended", units_in_corner=False, split_cells=True,
        shaded="#cceeff", footer="number", first_label=2, hidden_zeros=False, text_blocks=True,
    ),
    "HD": HouseStyle(
        company="The Home Depot", font="Calibri", headings="title", heading_colour="#f96302",
        periods="fiscal", period_words="Fiscal", units_in_corner=True, split_cells=True,
        shaded="", footer="line", first_label=1, hidden_zeros=False, text_blocks=False,
    ),
    "PG": HouseStyle(
        company="Procter & Gamble", font="Times New Roman", headings="upper",
        heading_colour="#003da5", periods="years",
        period_words="fiscal years ended June 30", units_in_corner=True, split_cells=True,
        shaded="#eaf1fb", footer="header", first_label=1, hidden_zeros=True, text_blocks=False,
        units_in_words=True,
    ),
    "KO": HouseStyle(
        company="The Coca-Cola Company", font="Times New Roman", headings="upper",
        heading_colour="#000000", periods="years", period_words="Year Ended December 31,",
        units_in_corner=False, split_cells=True, shaded="#cceeff", footer="number", first_label=1,
        hidden_zeros=False, text_blocks=True,
    ),
    "BA": HouseStyle(
        company="Boeing", font="Arial", headings="title", heading_colour="#000000",
        periods="years", period_words="Years ended December 31,", units_in_corner=True,
        split_cells=False, shaded="", footer="dashes", first_label=2, hidden_zeros=False,
        text_blocks=True,
    ),
    "META": HouseStyle(
        company="Meta", font="Times New Roman", headings="title", heading_colour="#000000",
        periods="stacked", period_words="Year Ended December 31,", units_in_corner=False,
        split_cells=True, shaded="#cceeff", footer="line", first_label=2, hidden_zeros=False,
        text_blocks=True,
    ),
}  # fmt: skip
