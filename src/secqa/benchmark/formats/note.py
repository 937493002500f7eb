"""What publishing adds to a card: how to load the folder, the canary, what is encrypted and how."""

from secqa.benchmark.dataset import ENCRYPTION
from secqa.benchmark.formats.release import NOTE, Release
from secqa.benchmark.formats.sealing import OPEN, PLAIN, SEALED


def card_with_note(release: Release, loading: str) -> bytes:
    """The card of a release; `loading` is a sentence on the files of its format."""
    parts = [loading]
    if release.license:
        parts.append(f"License: {release.license}.")
    if release.canary:
        parts.append(f"Canary, to keep the questions out of training data:\n\n    {release.canary}")
    if release.encrypted:
        parts.append(_encryption(release))
    return "\n\n".join([f"{release.card.rstrip()}\n{NOTE.rstrip()}", *parts, ""]).encode()


def _encryption(release: Release) -> str:
    how = release.header[ENCRYPTION]
    password = (
        "The password is the canary, whole, as it stands above: this keeps answers out of crawls "
        "and out of sight, not from anyone who means to read them."
        if how["password"] == OPEN
        else "The password is kept apart from these files."
    )
    return (
        f"All but {', '.join(PLAIN)} of each question is encrypted in its field `{SEALED}`. "
        f"{password} Who has the filings and secqa can also work the answers out again. "
        "`secqa decrypt FOLDER --out BENCHMARK` makes a benchmark of the folder. In other "
        f"programs: {how['scheme']}, salt {how['salt']} (hexadecimal), `question_id` as "
        "associated data; inside is the question as one line of JSON, filled up with spaces."
    )
