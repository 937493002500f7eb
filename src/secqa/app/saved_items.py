"""What people keep: answers, figures and passages with notes, in collections.

Each is a line of a file in the corpus folder; of several lines with one address the last counts.
Nothing can be saved where the corpus is no folder, or the folder cannot be written.
"""

import os
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from secqa.app.folder_cache import FolderCache
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError
from secqa.export.table_formats import Sheet, SheetLink, SheetNumber, markdown_text
from secqa.files import append, cut_unfinished_line, utc_now

FILE = "saved.jsonl"
_LONGEST = 20_000
_MOST_FOLDERS = 8


class SavedItem(BaseModel):
    """Something that is kept, by the address of its page."""

    model_config = ConfigDict(frozen=True, str_strip_whitespace=True, str_max_length=_LONGEST)

    address: str = Field(pattern=r"^/[^/\\]")
    title: str = Field(min_length=1)
    text: str = ""
    """The value in words, or the passage."""
    source: str = ""
    """Document and page."""
    value: float | None = None
    unit: str = ""
    collection: str = ""
    note: str = ""
    saved: str = Field(default_factory=utc_now)
    removed: bool = False

    @property
    def link_name(self) -> str:
        """What its address leads to."""
        is_answer = self.address.startswith("/ask?")
        return " from ".join(filter(None, ("answer" if is_answer else "", self.source))) or "open"


def saved_items(corpus: CorpusPath) -> Mapping[str, SavedItem]:
    """All that is kept, by address, in the order in which it was saved first."""
    path = _file(corpus)
    return _items(path.parent) if path else {}


def _read(folder: Path) -> Mapping[str, SavedItem]:
    path = folder / FILE
    items: dict[str, SavedItem] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            item = SavedItem.model_validate_json(line)
        except ValidationError:
            continue
        items[item.address] = item
    return {address: item for address, item in items.items() if not item.removed}


_items = FolderCache(_read, (FILE,), _MOST_FOLDERS)


def save_item(corpus: CorpusPath, form: dict[str, str]) -> SavedItem:
    """Save the fields of a form; fields that it lacks stay as saved before for this address.

    SecqaError where it cannot be kept.
    """
    path = _file(corpus)
    if path is None:
        raise SecqaError("nothing can be saved here: the corpus is in an object store")
    items = saved_items(corpus)
    known = items.get(form.get("address", ""))
    # What is new goes where the last went.
    last = max(items.values(), key=lambda one: one.saved, default=None)
    kept = known.model_dump() if known else {"collection": last.collection if last else ""}
    given = {name: text for name, text in form.items() if name != "value" or text}
    try:
        item = SavedItem.model_validate(kept | given)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise SecqaError(f"{place}: cannot be saved; go back to the page and try again") from None
    cut_unfinished_line(path)
    append(path, f"{item.model_dump_json()}\n", "allow writing there, or copy the corpus")
    return item


def items_sheet(items: Iterable[SavedItem], host: str) -> Sheet:
    """A row for each item, with a link to its page; the link begins with `host`."""
    rows = [
        (
            one.collection,
            one.title,
            one.text if one.value is None else SheetNumber(one.value, one.unit),
            one.note,
            SheetLink(host + one.address, one.link_name),
        )
        for one in items
    ]
    return Sheet("Saved", ("collection", "what", "value", "note", "source"), rows)


def items_markdown(items: Iterable[SavedItem], host: str) -> str:
    """A list with sources, collection by collection."""
    lines: list[str] = []
    for collection, own in groupby(items, lambda one: one.collection):
        lines += [f"## {markdown_text(collection or 'Saved')}", ""]
        for one in own:
            link = f"[{markdown_text(one.link_name)}]({host}{one.address})"
            first, *others = one.text.split("\n\n")
            lines.append(f"- **{markdown_text(one.title)}**: {markdown_text(first)} ({link})")
            lines += [f"  > {markdown_text(text)}" for text in others]
            lines += [f"  Note: {markdown_text(one.note)}"] if one.note else []
    return "\n".join([*lines, ""])


def _file(corpus: CorpusPath) -> Path | None:
    return corpus / FILE if isinstance(corpus, Path) and os.path.isdir(corpus) else None
