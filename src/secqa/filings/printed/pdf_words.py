"""A PDF's bytes -> the words of each page with their boxes.

PDFium gives a page's characters with the spaces and line ends that it infers; a box is asked
for only at both ends of each word, which is what makes this fast. Hard are words broken at a
line's end, which PDFium joins, and files that are encrypted, broken or hold pictures of pages.
"""

import ctypes
import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from secqa.errors import SecqaError
from secqa.filings.printed.pdf_fonts import is_bold
from secqa.filings.printed.printed_lines import Rule, Word

# PDFium marks a hyphen at a line's end with U+FFFE (older: U+0002); what follows it is the
# beginning of the next line. A dollar sign begins a word: cells may touch.
_WORD = re.compile(r"\$?[^\s$\ufffe\x02\x00]+[\ufffe\x02]?|[$\ufffe\x02]")
# Other control characters mean nothing, and a terminal would obey them.
_HYPHENS = str.maketrans(
    {
        **dict.fromkeys(map(chr, (*range(32), *range(127, 160))), "\ufffd"),
        **dict.fromkeys("\ufffe\x02\xad", "-"),
    }
)

_FAR = 20_000.0
"""Points; the largest page that a PDF can have is 14,400."""
_THICKEST_RULE = 3.0
_SHORTEST_RULE = 0.5
# Pages with fewer words that end in a digit have no table with headers over several columns.
_FEWEST_NUMBERS = 8


class WordPage(NamedTuple):
    """The words of one page, in the order of the file; y grows downwards."""

    words: list[Word]
    rules: list[Rule]
    width: float
    picture: bool = False
    """It shows an image and has no text."""


def pdf_pages(data: bytes, name: str) -> Iterator[WordPage]:
    """The pages of a PDF; SecqaError when it cannot be opened."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        reason = str(error).lower()
        if "password" in reason or "security" in reason:
            raise SecqaError(
                f"{name}: the PDF is encrypted; save it without a password and try again"
            ) from None
        raise SecqaError(
            f"{name}: not a readable PDF (damaged or incomplete); download it again"
        ) from None
    try:
        if len(document) == 0:
            raise SecqaError(f"{name}: the PDF has no pages; download it again")
        bold: dict[bytes, bool] = {}
        for number in range(len(document)):
            yield _page(document, number, bold)
    finally:
        document.close()


def _page(document: pypdfium2.PdfDocument, number: int, bold: dict[bytes, bool]) -> WordPage:
    """The words of one page; none where the page itself is broken."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return WordPage([], [], 612.0)
    try:
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return WordPage([], [], page.get_width())
    try:
        left, _, right, top = page.get_bbox()
        words = [word for word in _words(text_page.raw, left, top, bold) if _is_placed(word)]
        # Looking at what is drawn takes as long as reading the words: only where it can matter.
        numbers = sum(word.text[-1] in "0123456789)%" for word in words)
        looked = not words or numbers >= _FEWEST_NUMBERS
        rules, image = _drawn(page.raw, left, top) if looked else ([], False)
        return WordPage(words, rules, right - left, image and not words)
    finally:
        text_page.close()
        page.close()


def _is_placed(word: Word) -> bool:
    """Whether a word stands somewhere: damaged files place some at infinity, or nowhere (NaN)."""
    _, left, right, top, bottom, _ = word
    across = -_FAR < left < _FAR and -_FAR < right < _FAR
    return across and -_FAR < top < _FAR and -_FAR < bottom < _FAR


def _words(
    text_page: pdfium.FPDF_TEXTPAGE, x: float, y: float, bold: dict[bytes, bool]
) -> list[Word]:
    """Words of a page whose top left corner is at (x, y)."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return []
    buffer = (ctypes.c_ushort * (count + 1))()
    pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    # Two bytes a character, so that places in the string are PDFium's own.
    text = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
    if len(text) != count or "\x00" in text:
        text = "".join(chr(pdfium.FPDFText_GetUnicode(text_page, i) or 32) for i in range(count))
    box = pdfium.FS_RECTF()
    box_ref = ctypes.byref(box)
    font = ctypes.create_string_buffer(128)
    flags_ref = ctypes.byref(ctypes.c_int())
    words: list[Word] = []
    for match in _WORD.finditer(text):
        start, stop = match.span()
        if not pdfium.FPDFText_GetLooseCharBox(text_page, start, box_ref):
            continue
        left, right, top, bottom = box.left, box.right, box.top, box.bottom
        if stop - start > 1:
            last = stop - 1 if text[stop - 1] not in "\ufffe\x02" or stop - start < 2 else stop - 2
            if last > start and pdfium.FPDFText_GetLooseCharBox(text_page, last, box_ref):
                if abs(box.bottom - bottom) > top - bottom:
                    words += _broken(text_page, text, start, stop, x, y)
                    continue
                right = max(right, box.right)
        pdfium.FPDFText_GetFontInfo(text_page, start, font, 128, flags_ref)
        name = font.value
        if name not in bold:
            bold[name] = is_bold(name, text_page, start)
        words.append(
            Word(
                match[0].translate(_HYPHENS),
                left - x,
                right - x,
                y - top,
                y - bottom,
                bold[name],
            )
        )
    return words


def _broken(
    text_page: pdfium.FPDF_TEXTPAGE, text: str, start: int, stop: int, x: float, y: float
) -> list[Word]:
    """A run of characters that stands at several heights, a word for each of them."""
    box = pdfium.FS_RECTF()
    words: list[Word] = []
    for i in range(start, stop):
        if not pdfium.FPDFText_GetLooseCharBox(text_page, i, ctypes.byref(box)):
            continue
        char = Word(
            text[i].translate(_HYPHENS), box.left - x, box.right - x, y - box.top, y - box.bottom
        )
        before = words[-1] if words else None
        if before and abs(before.bottom - char.bottom) < 0.5 * (char.bottom - char.top):
            words[-1] = before._replace(text=before.text + char.text, right=char.right)
        else:
            words.append(char)
    return words


def _drawn(page: pdfium.FPDF_PAGE, x: float, y: float) -> tuple[list[Rule], bool]:
    """Horizontal lines of a page, drawn or thin filled boxes, and whether it has an image."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    refs = [ctypes.byref(value) for value in (left, bottom, right, top)]
    rules: list[Rule] = []
    image = False
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = pdfium.FPDFPage_GetObject(page, i)
        kind = pdfium.FPDFPageObj_GetType(drawn)
        image = image or kind == pdfium.FPDF_PAGEOBJ_IMAGE
        if kind != pdfium.FPDF_PAGEOBJ_PATH or not pdfium.FPDFPageObj_GetBounds(drawn, *refs):
            continue
        length = right.value - left.value
        if top.value - bottom.value < _THICKEST_RULE and _SHORTEST_RULE < length < _FAR:
            rules.append(Rule(left.value - x, right.value - x, y - top.value))
    return rules, image
