"""Which fonts of a PDF are bold."""

import struct

import pytest

from secqa.filings.pdf import program_is_bold


def sfnt(style: int) -> bytes:
    """A font of one table, `head`, of this style."""
    head = bytearray(54)
    head[44:46] = struct.pack(">H", style)
    table = b"head" + struct.pack(">III", 0, 28, len(head))
    return b"\x00\x01\x00\x00" + struct.pack(">HHHH", 1, 16, 0, 0) + table + bytes(head)


@pytest.mark.parametrize(
    ("program", "bold"),
    [
        (sfnt(0), False),
        (sfnt(1), True),
        (sfnt(2), False),
        (sfnt(3), True),
        (b"%!PS-AdobeFont-1.0: Times-Bold\n/FontName /Times-Bold def", True),
        (b"%!PS-AdobeFont-1.0: Times-Roman\n/FontName /Times-Roman def", False),
        (b"\x01\x00\x04\x02\x00\x01\x01\x01\x0fABCDEF+Arial-Black", True),
        (sfnt(1)[:40], False),
        (b"", False),
    ],
)
def test_a_font_without_a_name_tells_by_its_program(program: bytes, bold: bool) -> None:
    assert program_is_bold(program) is bold
