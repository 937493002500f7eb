"""Cases kept as lines of text: a file in, its lines out, parted by bars.

What a line means stands in the test that reads it. Lines that begin with `#` are headings; `---`
parts what must come out from what does not yet.
"""

from pathlib import Path

TESTS = Path(__file__).parents[1]


def cases(name: str, part: int = 0) -> list[tuple[str, ...]]:
    """The cells of each line of one part of a file below `tests/`."""
    text = (TESTS / name).read_text(encoding="utf-8")
    lines = text.split("\n---\n")[part].splitlines()
    return [
        tuple(cell.strip() for cell in line.split("|"))
        for line in lines
        if line.strip() and not line.startswith("#")
    ]
