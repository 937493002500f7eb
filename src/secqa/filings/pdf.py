"""Read a PDF report: extract words with their boxes and weight, and make pages of them.

PDFium gives the characters of a page with inferred spaces and line ends; only the boxes of the
first and last character of a word are requested, which is fast. Difficult are words broken at line
ends, which PDFium joins, and files that are encrypted, damaged or contain scanned pages. The names
of most bold fonts say so. Some programs name all fonts "CIDFont+F1" or similar: then the embedded
font decides, an sfnt (TrueType, OpenType) by the style in its `head` table, other kinds by their
original name. A meaningful font name takes precedence, since some programs mark all embedded fonts
as bold. PDFium's own weights are estimated from the stems of letters and vary between files.
"""

import ctypes
import re
import struct
from collections.abc import Iterator, Sequence

import pypdfium2
import pypdfium2.raw as pdfium

from secqa.errors import SecqaError
from secqa.filings.document import Document, Filing, Tagging
from secqa.filings.layout.printed_lines import Rule, Word, lines_of
from secqa.filings.layout.printed_pages import PrintedPage, printed_pages
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.sections.sections import with_sections

_TAIL = 2_000
"""Number of bytes at the end of a file that contain its end mark; some files have more after it."""


def read_pdf(data: bytes, name: str) -> Filing:
    """Read a filing from a PDF.

    Raises `SecqaError` if it is encrypted or damaged, or has no pages or no text.
    """
    printed = list(pdf_pages(data, name))
    scanned = [number for number, page in enumerate(printed, 1) if page.scanned]
    if not any(page.lines for page in printed):
        raise SecqaError(f"{name}: the PDF has no text (scanned?); run it through OCR first")
    pages, _ = printed_pages(printed)
    metadata, warnings = read_metadata(pages, Tagging(), data, name)
    pages = with_sections(pages, metadata.form)
    if b"%%EOF" not in data[-_TAIL:]:
        warnings.append("truncated: the file is cut off; the pages that are left were read")
    if scanned:
        warnings.append(f"{_ranges(scanned)} no text (scanned?)")
    return Filing(Document(metadata, pages, tuple(warnings)))


def _ranges(numbers: Sequence[int]) -> str:
    """Write [3, 4, 5, 9] as "pages 3-5, 9 have"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    return f"page {parts[0]} has" if len(numbers) == 1 else f"pages {', '.join(parts)} have"


# PDFium marks a hyphen at a line's end with U+FFFE (older: U+0002); the next line follows it.
# A dollar sign starts a word, since cells may touch.
_WORD = re.compile(r"\$?[^\s$\ufffe\x02\x00]+[\ufffe\x02]?|[$\ufffe\x02]")
# Other control characters could control a terminal; surrogates cannot be written to a file.
_NO_TEXT = (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_HYPHENS = str.maketrans(
    {
        **dict.fromkeys((*_NO_TEXT, *range(0xD800, 0xE000)), "\ufffd"),
        **dict.fromkeys(map(ord, "\ufffe\x02\xad"), "-"),
    }
)

_FAR = 20_000.0
"""Points; the largest page that a PDF can have is 14,400."""
_LETTER_WIDTH = 612.0
"""Assumed width of a damaged page in points."""
_THICKEST_RULE = 3.0
_SHORTEST_RULE = 0.5
_FEWEST_NUMBERS = 8
"""Pages with fewer words that end in a digit have no table that needs its rules."""


def pdf_pages(data: bytes, name: str) -> Iterator[PrintedPage]:
    """Yield the pages of a PDF. Raises `SecqaError` if it cannot be opened."""
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


def _page(document: pypdfium2.PdfDocument, number: int, bold: dict[bytes, bool]) -> PrintedPage:
    """Extract the words of one page; none if the page is damaged."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return PrintedPage((), _LETTER_WIDTH)
    try:
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return PrintedPage((), page.get_width())
    try:
        left, _, right, top = page.get_bbox()
        words = [word for word in _words(text_page.raw, left, top, bold) if _is_placed(word)]
        # Finding rules and images takes as long as extracting the words, so only if needed.
        numbers = sum(word.text[-1] in "0123456789)%" for word in words)
        is_needed = not words or numbers >= _FEWEST_NUMBERS
        rules, image = _rules_and_image(page.raw, left, top) if is_needed else ([], False)
        lines = tuple(lines_of(words))
        return PrintedPage(lines, right - left, tuple(rules), scanned=image and not words)
    finally:
        text_page.close()
        page.close()


def _is_placed(word: Word) -> bool:
    """Whether a word has a valid position; in damaged files some are infinite or NaN."""
    _, left, right, top, bottom, _ = word
    across = -_FAR < left < _FAR and -_FAR < right < _FAR
    return across and -_FAR < top < _FAR and -_FAR < bottom < _FAR


def _words(
    text_page: pdfium.FPDF_TEXTPAGE, x: float, y: float, bold: dict[bytes, bool]
) -> list[Word]:
    """Extract the words of a page whose top left corner is at (x, y), in points."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return []
    buffer = (ctypes.c_ushort * (count + 1))()
    pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    # Two bytes per character, so that offsets in the string are PDFium's own.
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
                    words += _split_word(text_page, text, start, stop, x, y)
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


def _split_word(
    text_page: pdfium.FPDF_TEXTPAGE, text: str, start: int, stop: int, x: float, y: float
) -> list[Word]:
    """Divide a run of characters at several heights into one word per height."""
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


def _rules_and_image(page: pdfium.FPDF_PAGE, x: float, y: float) -> tuple[list[Rule], bool]:
    """Find the horizontal lines and thin boxes of a page, and whether it has an image."""
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


_BOLD = re.compile(rb"bold|black|heavy|semib|demib", re.IGNORECASE)
_NAMELESS = re.compile(rb"(?:[A-Z]{6}\+)?(?:CIDFont\+)?(?:[A-Za-z]{0,3}_?\d+)?(?:[_+]\d+)?")
_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_STYLE_AT = 44
"""Offset of `macStyle` in an sfnt's `head` table; its lowest bit is "bold"."""
_NAMED_WITHIN = 2_000
_LARGEST = 20_000_000


def is_bold(name: bytes, text_page: pdfium.FPDF_TEXTPAGE, char: int) -> bool:
    """Whether the font `name` of a character of the page is bold."""
    if not _NAMELESS.fullmatch(name):
        return _BOLD.search(name) is not None
    text = pdfium.FPDFText_GetTextObject(text_page, char)
    font = pdfium.FPDFTextObj_GetFont(text) if text else None
    if not font or pdfium.FPDFFont_GetIsEmbedded(font) != 1:
        return False
    return program_is_bold(_program(font))


def program_is_bold(program: bytes) -> bool:
    """Whether the bytes of an embedded font say that it is bold; False if they are not a font."""
    if program[:4] not in _SFNT:
        return _BOLD.search(program[:_NAMED_WITHIN]) is not None
    for table in range(int.from_bytes(program[4:6], "big")):
        entry = program[12 + 16 * table : 28 + 16 * table]
        if entry[:4] == b"head" and len(entry) == 16:
            (start,) = struct.unpack(">I", entry[8:12])
            style = program[start + _STYLE_AT : start + _STYLE_AT + 2]
            return len(style) == 2 and style[1] % 2 == 1
    return False


def _program(font: pdfium.FPDF_FONT) -> bytes:
    size = ctypes.c_size_t()
    if not pdfium.FPDFFont_GetFontData(font, None, 0, ctypes.byref(size)):
        return b""
    if not 0 < size.value <= _LARGEST:
        return b""
    data = (ctypes.c_uint8 * size.value)()
    pdfium.FPDFFont_GetFontData(font, data, size.value, ctypes.byref(size))
    return bytes(data)
