"""The documents and pictures of a filing, whatever it came in; pictures that are none."""

import binascii
import struct
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from tests.support.sidecar_cases import written
from tests.support.unpacking_cases import EXHIBIT, HTML, archive, submission

from secqa.filings.containers.parts import (
    PICTURE,
    Part,
    folder_files,
    is_picture,
    media_type,
    parts_of,
    picture_name,
    pictures_in,
)
from secqa.filings.containers.unpacking import archive_files

SHOWN = HTML.replace("<p>Annual", '<img alt="" src="g1.png"><p>Annual')


def png(width: int = 4, height: int = 2) -> bytes:
    """A PNG that says that it is of this size."""
    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(b"\0\0\0\0\0" * 2)), (b"IEND", b""))
    written = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def encoded(data: bytes) -> str:
    """Bytes as a submission carries them."""
    lines = [binascii.b2a_uu(data[at : at + 45]).decode() for at in range(0, len(data), 45)]
    return f"begin 644 g1.png\n{''.join(lines)}`\nend"


def found(data: bytes, path: Path = Path("f.txt")) -> list[tuple[str, bytes]]:
    parts = parts_of(data, path, Path.read_bytes, folder_files(path))
    return [(part.type, part.data) for part in parts]


def test_a_submission_gives_what_is_read_of_it_and_the_pictures_it_shows() -> None:
    picture = encoded(png())
    data = submission(("10-K", SHOWN), ("EX-10", "left out"), ("EX-13", EXHIBIT), ("GRAPHIC", "x"))
    data = data.replace(b"d4.txt\n<TEXT>\nx", f"g1.png\n<TEXT>\n{picture}".encode())
    kinds = found(data)
    assert [kind for kind, _ in kinds] == ["", "EX-13", PICTURE]
    assert b"Annual report" in kinds[0][1]
    assert kinds[2][1] == png()


def test_exhibits_and_pictures_beside_a_file_belong_to_it(tmp_path: Path) -> None:
    main = written(tmp_path, "ex13.txt")
    main.write_text(SHOWN)
    (tmp_path / "ex13.txt").write_text(EXHIBIT)
    (tmp_path / "g1.png").write_bytes(png())
    (tmp_path / "other.png").write_bytes(png())
    assert parts_of(main.read_bytes(), main, Path.read_bytes, folder_files(main)) == (
        Part("", "", SHOWN.encode()),
        Part("EX-13", "ex13.txt", EXHIBIT.encode()),
        Part(PICTURE, "g1.png", png()),
    )


def test_what_is_no_picture_is_no_part(tmp_path: Path) -> None:
    main = tmp_path / "main.htm"
    main.write_text(SHOWN)
    (tmp_path / "g1.png").write_text("<svg onload=alert(1)>")
    assert [kind for kind, _ in found(main.read_bytes(), main)] == [""]


def test_members_of_an_archive_are_found_by_their_plain_names() -> None:
    data = archive(**{"../../a/g1.png": b"one", "b/g2.png": b"two", "c/g2.png": b"three"})
    assert list(archive_files(data, ["g1.png", "g2.png", "x"], 10)) == [("g1.png", b"one")]
    assert list(archive_files(data, ["g1.png"], 2)) == [], "too large"
    assert list(archive_files(b"PK\x03\x04 damaged", ["g1.png"], 10)) == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("g1.png", "g1.png"),
        ("/Archives/edgar/data/7/g1.png?x=1", "g1.png"),
        ("https://evil.example/a/../g1%2Epng", "g1.png"),
        ("..\\..\\g1.png", "g1.png"),
        ("a/..", ""),
        ("data:image/png;base64,AAAA", ""),
        ("a\0b.png", ""),
        ("http://[", ""),
        ("\ufffd" * 100, ""),  # of more bytes than a disk takes
    ],
)
def test_a_picture_is_known_by_a_name_and_never_a_path(source: str, name: str) -> None:
    assert picture_name(source) == name


def test_pictures_are_named_in_any_quotes() -> None:
    data = b"<IMG src=a.gif><img alt='x' SRC='b.gif'/><img\nsrc=\"a.gif\"><p src='c.gif'>"
    assert pictures_in(data) == ["a.gif", "b.gif"]


def test_a_picture_that_would_fill_the_memory_is_none() -> None:
    assert is_picture(png())
    assert not is_picture(png(100_000, 100_000))
    assert not is_picture(png(0, 5))
    assert not is_picture(b"\x89PNG\r\n\x1a\n")
    frame = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 20, 30)
    assert is_picture(b"\xff\xd8\xff\xe0\x00\x04\x00\x00" + frame)
    assert not is_picture(b"\xff\xd8\xff\xe0\x00\x04\x00\x00")
    assert not is_picture(b"\xff\xd8\xff\xe0\x00\x00" * 3)
    assert is_picture(b"GIF89a" + struct.pack("<HH", 3, 4))
    assert media_type(b"<svg>") == ""


def test_pictures_are_read_only_as_far_as_there_is_room(tmp_path: Path) -> None:
    main = tmp_path / "main.htm"
    main.write_text(HTML + "".join(f"<img src=g{at}.png>" for at in range(9)))
    for at in range(9):
        (tmp_path / f"g{at}.png").write_bytes(png() + b"0" * 9_000_000)
    read = []
    beside = folder_files(main)

    def find(names: Collection[str]) -> Iterator[tuple[str, bytes]]:
        for name, data in beside(names):
            read.append(name)
            yield name, data

    parts = parts_of(main.read_bytes(), main, Path.read_bytes, find)
    assert [part.name for part in parts] == ["", "g0.png", "g1.png", "g2.png"]
    assert read == ["g0.png", "g1.png", "g2.png", "g3.png"]
