"""A font of a PDF in, whether its letters are bold out.

Most fonts say so in their names. Some programs name all of theirs "CIDFont+F1": then the font
that is embedded tells, an sfnt (TrueType, OpenType) in the style of its `head` table, the other
kinds by the name that they were made under. Where a name tells more, the style tells less:
some programs that embed parts of fonts call all of them bold. PDFium's own weights are of no
use either: they come from the stems of letters and differ from file to file.
"""

import ctypes
import re
import struct

import pypdfium2.raw as pdfium

_BOLD = re.compile(rb"bold|black|heavy|semib|demib", re.IGNORECASE)
_NAMELESS = re.compile(rb"(?:[A-Z]{6}\+)?(?:CIDFont\+)?(?:[A-Za-z]{0,3}_?\d+)?(?:[_+]\d+)?")
_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_STYLE_AT = 44
"""Offset of `macStyle` in an sfnt's `head` table; its lowest bit is "bold"."""
_NAMED_WITHIN = 2_000
_LARGEST = 20_000_000


def is_bold(name: bytes, text_page: pdfium.FPDF_TEXTPAGE, char: int) -> bool:
    """Whether the font called `name`, in which a character of the page is set, is bold."""
    if not _NAMELESS.fullmatch(name):
        return _BOLD.search(name) is not None
    text = pdfium.FPDFText_GetTextObject(text_page, char)
    font = pdfium.FPDFTextObj_GetFont(text) if text else None
    if not font or pdfium.FPDFFont_GetIsEmbedded(font) != 1:
        return False
    return program_is_bold(_program(font))


def program_is_bold(program: bytes) -> bool:
    """Whether an embedded font's own bytes say that it is bold; False for what is no font."""
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
