"""PDFs made for tests: words at places, in Helvetica, with rules and nothing else."""

from collections.abc import Sequence
from typing import NamedTuple


class Put(NamedTuple):
    """Text whose first letter stands at (x, y) points from the top left corner."""

    x: float
    y: float
    text: str
    size: float = 10.0
    bold: bool = False


class Drawn(NamedTuple):
    """A horizontal rule."""

    left: float
    right: float
    y: float


WIDTH, HEIGHT = 612.0, 792.0
# Widths of Helvetica's digits and signs in thousandths of its size, for flush right numbers.
_NARROW = {",": 278, ".": 278, "(": 333, ")": 333, "-": 333, " ": 278, "$": 556, "%": 889}


def flush_right(x: float, y: float, text: str, size: float = 10.0, bold: bool = False) -> Put:
    """A number whose last digit ends at x; a closing parenthesis hangs over."""
    digits = text.rstrip(")%")
    width = sum(_NARROW.get(letter, 556) for letter in digits) * size / 1000
    return Put(x - width, y, text, size, bold)


def make_pdf(pages: Sequence[Sequence[Put | Drawn]]) -> bytes:
    """A PDF of these pages; a page without anything on it is empty."""
    contents = [_content(page) for page in pages]
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for i, content in enumerate(contents):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources "
            f"<< /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {6 + 2 * i} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _file(objects)


def _content(page: Sequence[Put | Drawn]) -> bytes:
    lines: list[bytes] = []
    for item in page:
        if isinstance(item, Drawn):
            y = HEIGHT - item.y
            lines.append(f"0.5 w {item.left} {y} m {item.right} {y} l S".encode())
        else:
            text = item.text.encode("cp1252").replace(b"\\", rb"\\")
            text = text.replace(b"(", rb"\(").replace(b")", rb"\)")
            font = "F2" if item.bold else "F1"
            place = f"BT /{font} {item.size} Tf {item.x} {HEIGHT - item.y} Td (".encode()
            lines.append(place + text + b") Tj ET")
    return b"\n".join(lines)


def _file(objects: Sequence[bytes]) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer << /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return data + b"startxref\n%d\n%%%%EOF\n" % start
