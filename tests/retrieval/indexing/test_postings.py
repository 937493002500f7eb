"""What is packed of a page comes back as it was, page by page."""

import numpy as np

from secqa.retrieval.indexing.chunking import Chunk
from secqa.retrieval.indexing.postings import STATEMENTS, pack, post, revision_in, unpack

NOTHING = [False] * len(STATEMENTS)


def test_pages_come_back_as_they_were() -> None:
    first = post([Chunk(2, "net sales"), Chunk(2, "net income rose")], ["Net sales"], ["7", "7"])
    last = post([Chunk(300, "cash")], [], [""])
    printed = [True, *NOTHING[1:]]
    packed = [pack("a", 2, printed, first), pack("a", 9, NOTHING, post([], [], []))]
    read = unpack([*packed, pack("0123456789abcdef", 300, NOTHING, last)])
    assert read.revisions == ("a", "a", "0123456789abcdef")
    assert read.pages == (2, 9, 300)
    assert read.statements.tolist() == [printed, NOTHING, NOTHING]
    assert read.chunks_of_page.tolist() == [2, 0, 1]
    assert read.postings_of_page.tolist() == [len(first.terms), 0, len(last.terms)]
    assert read.lengths.tolist() == [2, 3, 1]
    for name, field in {"term": "terms", "chunk": "chunks", "count": "counts"}.items():
        whole = np.concatenate((getattr(first, field), getattr(last, field)))
        assert read.postings[0][name].tolist() == whole.tolist()


def test_sorted_pages_are_in_the_order_of_their_numbers() -> None:
    numbers = (1, 255, 256, 65536)
    packed = sorted(pack("r", page, NOTHING, post([], [], [])) for page in reversed(numbers))
    assert unpack(packed).pages == numbers
    assert {revision_in(page) for page in packed} == {"r"}
