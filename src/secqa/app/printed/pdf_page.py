"""A page of a PDF in, its picture with what is to be seen marked out, as PNG.

The picture is made of pixels alone: no script, link or font of the file goes further.
"""

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError

_SCALE = 1.6
"""Pixels a point: sharp on a usual screen."""
_YELLOW = np.array([255, 226, 110], dtype=np.uint16)
_MOST_PIXELS = 6_000_000


def pdf_page_png(data: bytes, number: int, quote: str = "") -> bytes:
    """The page at a 1-based place; the words of `quote` are marked where they are printed.

    Raises SecqaError where the file has no such page.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        if not 1 <= number <= len(document):
            raise SecqaError(f"page {number}: the PDF has pages 1 to {len(document)}")
        page = document[number - 1]
        width, height = page.get_size()
        scale = min(_SCALE, (_MOST_PIXELS / max(width * height, 1)) ** 0.5)
        pixels = page.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3].copy()
        for left, bottom, right, top in _boxes(page.get_textpage(), quote):
            box = np.s_[
                max(int((height - top) * scale), 0) : int((height - bottom) * scale) + 1,
                max(int(left * scale), 0) : int(right * scale) + 1,
            ]
            pixels[box] = pixels[box].astype(np.uint16) * _YELLOW // 255
        return _png(pixels)
    finally:
        document.close()


def _boxes(text: Any, quote: str) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right and top, in points, of the words of a quote."""
    found = text.search(" ".join(quote.split())).get_next() if quote.strip() else None
    if found is None:
        return []
    begin, count = found
    return [text.get_rect(at) for at in range(text.count_rects(begin, count))]


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Rows of red, green and blue as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(rows.tobytes(), 3)
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
