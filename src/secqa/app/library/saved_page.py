"""The page of what people keep, the forms that keep it, and its exports."""

from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.saved_items import (
    SavedItem,
    items_markdown,
    items_sheet,
    save_item,
    saved_items,
)
from secqa.app.web import (
    Exported,
    To,
    back_in,
    export_routes,
    form_of,
    go_to,
    host_of,
    posted,
)
from secqa.app.workplace import Workplace


def routes(to: To) -> list[Route]:
    """The page, its forms, and its exports."""
    return [
        Route("/saved", to(_page)),
        Route("/saved", to(_save), methods=["POST"]),
        Route("/saved/notes", to(_save_notes), methods=["POST"]),
        *export_routes(to, "/saved", _export),
    ]


def _chosen(place: Workplace, request: Request) -> list[SavedItem]:
    """The items of the collection that an address names, or all of them, by collection."""
    items = saved_items(place.corpus.path).values()
    wanted = request.query_params.get("collection")
    chosen = [one for one in items if wanted in (None, one.collection)]
    return sorted(chosen, key=lambda one: one.collection.casefold())


def _page(place: Workplace, request: Request) -> str:
    items, everything = _chosen(place, request), saved_items(place.corpus.path).values()
    return place.render(
        "saved.html.j2",
        view="saved",
        groups=[(name, list(own)) for name, own in groupby(items, lambda one: one.collection)],
        collections=sorted({one.collection for one in everything}, key=str.casefold),
        chosen=request.query_params.get("collection"),
        query=request.url.query,
    )


def _save(place: Workplace, request: Request) -> Response:
    """Keep, change or remove an item, and go back to the page that the form is on."""
    form = posted(request)
    item = save_item(place.corpus.path, {name: form[name] for name in form if name != "back"})
    kept = "Note saved" if "note" in form else "Saved"
    return go_to(back_in(form), "Removed" if item.removed else kept)


def _save_notes(place: Workplace, request: Request) -> Response:
    """Keep all notes and collections of the page, and remove the item whose button was pressed."""
    form, known = form_of(request), saved_items(place.corpus.path)
    rows = zip(*(form.getlist(name) for name in ("address", "collection", "note")), strict=False)
    for address, collection, note in rows:
        removed = str(address) == form.get("removed")
        given = {"address": str(address), "collection": str(collection), "note": str(note)}
        now = known.get(given["address"])
        if now and (removed or (now.collection, now.note) != (given["collection"], given["note"])):
            save_item(place.corpus.path, given | ({"removed": "true"} if removed else {}))
    return go_to(back_in(form), "Removed" if form.get("removed") else "Changes saved")


def _export(place: Workplace, request: Request) -> Exported:
    items, host = _chosen(place, request), host_of(request)
    sheet = items_sheet(items, host)
    name = request.query_params.get("collection", "saved")
    return Exported(name, items_markdown(items, host), [sheet], sheet)
