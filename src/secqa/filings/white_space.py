"""Text as a file has it -> text with its white space folded, as it is printed."""


def folded(text: str) -> str:
    """Text with a single blank in place of all white space, and none around it."""
    if text.isprintable() and "  " not in text:
        # The only white space that is printable is a blank; to part words takes far longer.
        return text.strip(" ")
    return " ".join(text.split())
