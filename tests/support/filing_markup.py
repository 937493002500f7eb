"""Small filings of our own, in the markup that real ones have."""

from secqa.filings.document import Document, Element, Filing, Table
from secqa.filings.read import read_bytes

BREAK = '<hr style="page-break-after:always"/>'
SPACER = '<td colspan="3" style="padding:0 1pt"/>'


def read(body: str, name: str = "ABC/10-K-2024.html") -> Filing:
    """Read a body as a whole XHTML file that calls itself a Form 10-K."""
    page = f"<html><head><title>t</title></head><body><div>FORM 10-K</div>{body}</body></html>"
    return read_bytes(page.encode(), name)


def document(body: str) -> Document:
    return read(body).document


def elements(body: str) -> tuple[Element, ...]:
    """All but the line that says which form it is."""
    return document(body).elements[1:]


def only_table(body: str) -> Table:
    tables = [element.table for element in document(body).elements if element.table is not None]
    assert len(tables) == 1
    return tables[0]


def label(text: str, indent: float = 1.0) -> str:
    return f'<td colspan="3" style="padding:2px 1pt 2px {indent}pt">{text}</td>'


def money(text: str) -> str:
    """A figure as one common filing agent sets it: sign, figure and end in cells of their own."""
    negative = text.startswith("(")
    figure = text if not negative else text.rstrip(")")
    end = "<td>)</td>" if negative else "<td></td>"
    return f'<td style="width:1%">$</td><td style="text-align:right">{figure}</td>{end}'


def plain(text: str) -> str:
    return f'<td colspan="2" style="text-align:right">{text}</td><td></td>'


def row(*cells: str) -> str:
    return "<tr>" + SPACER.join(cells) + "</tr>"


def table(*rows: str) -> str:
    widths = "".join('<td style="width:1%"/>' for _ in range(12))
    return f"<div><table><tr>{widths}</tr>{''.join(rows)}</table></div>"


def lines_table(
    lines: dict[str, tuple[str, str]], years: tuple[str, str] = ("2024", "2023")
) -> str:
    """A table of two years with the given lines."""
    head = row(label(""), *(f'<td colspan="3"><b>{year}</b></td>' for year in years))
    return table(head, *(row(label(name), *map(plain, values)) for name, values in lines.items()))
