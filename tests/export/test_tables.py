"""Tables as Markdown and HTML."""

from dataclasses import replace
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st
from tests.support.export_filing import HOSTILE, TABLE

from secqa.export.table_formats import html_of, table_markdown
from secqa.filings.document import Table


def test_markdown_has_one_header_line_of_resolved_labels() -> None:
    lines = table_markdown(TABLE).splitlines()
    assert lines[0].startswith("| (in millions) | Year ended June 30, 2024 |")
    assert lines[1] == "| --- | ---: | ---: | ---: |"
    assert lines[2] == "| Net sales | $ 1,234 | $ 1,100 | 12.2% |"
    assert len(lines) == 5


def test_html_keeps_header_rows_merged_cells_and_indentation() -> None:
    html = html_of("grid", TABLE, None, {})
    assert '<th scope="col" colspan="2">Year ended June 30,</th>' in html
    assert html.index("<thead>") < html.index("2023") < html.index("</thead>")
    assert '<th scope="row" style="padding-left:9pt">Products</th>' in html
    assert html.count("<tr>") == 5


def test_a_cell_cannot_leave_its_cell() -> None:
    table = replace(TABLE, cells=(*TABLE.cells[:4], (HOSTILE, HOSTILE, "a\nb", "")))
    html = html_of("grid", table, None, {})
    assert "<script" not in html
    last = table_markdown(table).splitlines()[-1]
    assert "<script" not in last
    assert last.replace("\\|", "").count("|") == 5


class _Cells(HTMLParser):
    """The rows of a table as a browser would read them, merged cells as often as they span."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            span = int(dict(attrs).get("colspan") or 1)
            self.rows[-1] += [""] * span
            self.at = len(self.rows[-1]) - span

    def handle_data(self, data: str) -> None:
        if self.rows and data.strip("\n"):
            self.rows[-1][self.at] += data


_texts = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=8)


@given(st.lists(st.lists(_texts, min_size=3, max_size=3), min_size=1, max_size=5), st.data())
def test_every_grid_reads_back_from_html(rows: list[list[str]], data: st.DataObject) -> None:
    header_rows = data.draw(st.integers(0, len(rows)))
    labels = tuple(" ".join(row[at] for row in rows[:header_rows]) for at in range(3))
    cells = tuple(tuple(row) for row in rows)
    parser = _Cells()
    made = Table(cells, header_rows, labels, (0.0,) * len(rows))
    parser.feed(html_of("grid", made, None, {}))
    parser.close()
    assert tuple(tuple(row) for row in parser.rows) == cells
