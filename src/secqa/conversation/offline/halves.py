"""The two halves of a set of conversations: one to design with, one to check on.

Conversations about one page stay together, or the check half would know its tables.
"""

import hashlib
import re
from typing import Literal

Half = Literal["design", "check"]


def page_of(record_id: str) -> str:
    """The page that a conversation is about: `Single_MRO/2007/page_134.pdf-1` without its ends."""
    return re.sub(r"^(?:Single|Double)_|-\d+$", "", record_id)


def half_of(record_id: str) -> Half:
    """Which half a conversation belongs to, by a hash of its page."""
    even = hashlib.sha256(page_of(record_id).encode()).digest()[0] % 2 == 0
    return "design" if even else "check"
