"""Text of a filing or a question in, text in which Markdown finds no markup out."""

_MARKUP = frozenset("\\`*_[]<>#|!~&")


def plain(text: str) -> str:
    """The text on one line, as it is read."""
    return "".join(f"\\{one}" if one in _MARKUP else one for one in " ".join(text.split()))
