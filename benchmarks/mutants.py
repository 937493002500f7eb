"""Damage filings: functions from the bytes of a file and a source of chance to other bytes."""

import gzip
import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable

Mutator = Callable[[bytes, random.Random], bytes]

_PIECE = re.compile(rb"(?=<)")
_NUMBER = re.compile(rb"\d+")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_ROW = re.compile(rb"(?is)<tr\b.*?</tr>")
_NESTED = (b"div", b"span", b"table><tr><td", b"ul><li", b"b", b"ix:nonNumeric", b"p", b"font")
_VALUES = (
    *(b"-1", b"0", b"1e999", b"99999999999", b"NaN", b"INF", "²".encode(), b"%s%n", b"2024-13-45"),
    *(
        b"&#0;",
        b"&#x110000;",
        b"&#27;[2J",
        "\u202e".encode(),
        b"\xff\xfe",
        b"\0",
        b"=cmd|'/C x'!A0",
    ),
    *(b"<!--", b"<![CDATA[", b"<!DOCTYPE x [", b"<script>", b'"', b"'", b">", b"</body></html>"),
)
_LONGEST = 10_000
"""Bytes of a piece that is repeated: a whole file on one line would fill the memory."""
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
"""How files of old Office begin."""


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(1 + int(len(data) * chance.choice((0, 1e-5, 1e-4, 1e-3)))):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """The beginning of a file."""
    return data[: 1 + chance.randrange(len(data))]


def _without_beginning(data: bytes, chance: random.Random) -> bytes:
    return data[chance.randrange(len(data)) :]


def _without_span(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def _repeat_span(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    end = min(end, start + _LONGEST)
    times = chance.choice((2, 10, 100))
    return data[:start] + data[start:end] * times + data[end:]


def _swap_pieces(data: bytes, chance: random.Random) -> bytes:
    pieces = _PIECE.split(data)
    for _ in range(chance.choice((1, 10, 100))):
        one, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        pieces[one], pieces[other] = pieces[other], pieces[one]
    return b"".join(pieces)


def _drop_tags(data: bytes, chance: random.Random) -> bytes:
    share = chance.choice((0.001, 0.01, 0.2))
    kept = (piece for piece in _PIECE.split(data) if chance.random() > share)
    return b"".join(kept)


def _nest(data: bytes, chance: random.Random) -> bytes:
    tag, depth = chance.choice(_NESTED), chance.choice((10, 1_000, 30_000))
    closed = b"".join(b"</%s>" % name.split(b"<")[-1] for name in reversed(tag.split(b"><")))
    return _inserted(
        data, chance, b"<%s>" % tag * depth + b"1" + closed * chance.choice((0, depth))
    )


def _insert_value(data: bytes, chance: random.Random) -> bytes:
    return _inserted(data, chance, chance.choice(_VALUES) * chance.choice((1, 100, 20_000)))


def _replace_number(data: bytes, chance: random.Random) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data
    place = chance.choice(numbers)
    digits = b"%d" % chance.randrange(10) * chance.choice((1, 20, 400, 100_000))
    value = chance.choice((digits, chance.choice(_VALUES)))
    return data[: place.start()] + value + data[place.end() :]


def _repeat_row(data: bytes, chance: random.Random) -> bytes:
    rows = list(_ROW.finditer(data))
    if not rows:
        return _repeat_span(data, chance)
    row = chance.choice(rows)
    cells = row[0][:_LONGEST] * chance.choice((10, 300))
    if chance.random() < 0.5:
        # One row as wide as all of them.
        cells = re.sub(rb"(?i)</tr>\s*<tr[^>]*>", b"", cells)
    return data[: row.start()] + cells + data[row.end() :]


def _join_lines(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    text = re.sub(rb"<[^<>]*>|\s+", chance.choice((b"", b" ", b"\n")), data[start:end])
    return data[:start] + text + data[end:]


def _encode(data: bytes, chance: random.Random) -> bytes:
    encoding = chance.choice(("utf-16", "utf-8-sig", "utf-32", "shift-jis", "cp037"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def _gzip(data: bytes, chance: random.Random) -> bytes:
    packed = gzip.compress(data, 1, mtime=0)
    return chance.choice(
        (packed, cut(packed, chance), _flip(packed, chance), gzip.compress(packed))
    )


def _zip(data: bytes, chance: random.Random) -> bytes:
    """An archive, at times with what makes it look like one of Office."""
    out = io.BytesIO()
    names = chance.choice(
        (["x.htm"], ["a.htm", "b.htm"], ["../../x.htm"], ["x.zip"], ["word/x.xml"])
    )
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        if chance.random() < 0.3:
            archive.writestr("[Content_Types].xml", "<Types/>")
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), data)
    packed = out.getvalue()
    return chance.choice((packed, packed, cut(packed, chance), _flip(packed, chance)))


def _submission(data: bytes, chance: random.Random) -> bytes:
    kind = chance.choice((b"10-K", b"EX-13", b"GRAPHIC", b"XML", b""))
    document = b"<DOCUMENT>\n<TYPE>%s\n<TEXT>\n%s\n</TEXT>\n</DOCUMENT>\n" % (kind, data)
    head = b"<SEC-DOCUMENT>1.txt\n<SEC-HEADER>\nACCESSION NUMBER: 1\n</SEC-HEADER>\n"
    return head + document * chance.choice((1, 1, 2))


def _office(data: bytes, chance: random.Random) -> bytes:
    return chance.choice((_OLE, b"{\\rtf1 ", b"%!PS\n", b"\x7fELF", b"PK\3\4")) + data


def _noise(data: bytes, chance: random.Random) -> bytes:
    return _inserted(data, chance, chance.randbytes(chance.choice((10, 1_000, 100_000))))


def _wide_line(data: bytes, chance: random.Random) -> bytes:
    """Lines become one, or a gap in a line as wide as a page never is."""
    start, end = _span(data, chance)
    if chance.random() < 0.5:
        return data[:start] + data[start:end].replace(b"\n", b" ") + data[end:]
    return data[:start] + b" " * chance.choice((200, 5_000, 100_000)) + data[start:]


def _repeat_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    mark = chance.choice((b"", b"<PAGE>\n", b"\f", b"<TABLE>\n", b"<S> <C>\n", b"-----  -----\n"))
    return b"".join(
        (
            *lines[:place],
            (lines[place][:_LONGEST] + mark) * chance.choice((3, 300, 2_000)),
            *lines[place:],
        )
    )


def _pdf_stream(data: bytes, chance: random.Random) -> bytes:
    """Damage what a compressed part of a PDF holds, so that it can still be unpacked."""
    streams = list(_STREAM.finditer(data))
    if not streams:
        return _flip(data, chance)
    stream = chance.choice(streams)
    try:
        content = zlib.decompress(stream[1])
    except zlib.error:
        content = stream[1]
    mutator = chance.choice((_flip, cut, _repeat_span, _replace_number, _noise, _swap_words))
    packed = zlib.compress(mutator(content or b"0", chance), 1)
    return data[: stream.start(1)] + packed + data[stream.end(1) :]


def _swap_words(data: bytes, chance: random.Random) -> bytes:
    words = data.split(b" ")
    for _ in range(chance.choice((1, 10, 100))):
        one, other = chance.randrange(len(words)), chance.randrange(len(words))
        words[one], words[other] = words[other], words[one]
    return b" ".join(words)


def _many_members(data: bytes, chance: random.Random) -> bytes:
    """An archive of very many files, of which one may be a filing."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(chance.choice((3, 300, 5_000))):
            archive.writestr(zipfile.ZipInfo(f"{number}.htm"), data[:10] if number else data)
    return out.getvalue()


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(data))
    return start, min(len(data), start + chance.choice((10, 1_000, 100_000)))


def _inserted(data: bytes, chance: random.Random, piece: bytes) -> bytes:
    place = chance.randrange(len(data))
    if chance.random() < 0.8:
        # Between tags, where a reader takes it for content.
        place = max(data.find(b">", place) + 1, 0)
    return data[:place] + piece + data[place:]


_ANY: tuple[Mutator, ...] = (
    _flip, cut, _without_beginning, _without_span, _repeat_span, _noise, _insert_value,
    _replace_number, _gzip, _zip, _many_members, _submission, _office,
)  # fmt: skip
_PDF: tuple[Mutator, ...] = (*[_pdf_stream] * 8, _swap_words)
_TEXT: tuple[Mutator, ...] = (_wide_line, _repeat_line, _swap_words, _encode)
_MARKUP: tuple[Mutator, ...] = (
    _swap_pieces, _drop_tags, _nest, _repeat_row, _join_lines, _encode, _insert_value,
    _replace_number,
)  # fmt: skip


def mutated(data: bytes, chance: random.Random, other: bytes) -> tuple[bytes, list[str]]:
    """The data after one to three mutators, and their names; one in 50 is joined with `other`."""
    names = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if data.startswith(b"%PDF"):
            mutators = (*_ANY, *_PDF)
        else:
            mutators = (*_ANY, *(_MARKUP if b"</" in data[:20_000] else _TEXT))
        if chance.random() < 0.02:
            data, name = data + other, "join"
        else:
            mutator = chance.choice(mutators)
            data, name = mutator(data or b"\n", chance), mutator.__name__.strip("_")
        names.append(name)
    return data, names
