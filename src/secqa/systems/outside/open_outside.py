"""Open an external system by name: an address, `module:name` or an entry point.

A Python system is

- a function from a question to an answer,
- a factory with parameters among `corpus` and `pages`, which returns such a function or an object
  with `answer`,
- a class with `answer`, created like by a factory, or such an object.

Each may be a coroutine function. Modules are also imported from the current folder.
"""

import asyncio
import inspect
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Thread
from typing import Any

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.extensions import SYSTEMS, is_extension, load_extension
from secqa.reading.page_text import page_body
from secqa.retrieval.pool import page_index
from secqa.retrieval.retriever import OWN_RANKING, ChosenRetriever, Retriever, open_retriever
from secqa.systems.outside.endpoint import GivenPages, endpoint_system, is_address
from secqa.systems.outside.system import Ask, Outside, OutsideLimits, outside

LABEL = "outside"
"""The model label of external systems."""


def is_outside(name: str) -> bool:
    """Whether a system of this name is external."""
    return is_address(name) or is_extension(name, SYSTEMS)


def open_outside(
    name: str,
    corpus: Corpus,
    pages: int,
    terms: OutsideLimits,
    retriever: ChosenRetriever = OWN_RANKING,
) -> Outside:
    """Open a system; raises SecqaError if that fails. Does not contact an endpoint."""
    if retriever != OWN_RANKING and not (is_address(name) and terms.send_pages):
        raise SecqaError(f"{name}: finds pages for itself; leave out --retriever and --embedder")
    if not is_address(name):
        return outside(name, callable_system(name, corpus, pages), terms)
    given = (
        _page_texts(corpus, open_retriever(retriever, corpus), pages) if terms.send_pages else None
    )
    return outside(name, endpoint_system(name, pages, terms.seconds, given), terms)


def _page_texts(corpus: Corpus, retrieve: Retriever, k: int) -> GivenPages:
    """A function that retrieves pages like the systems of this package."""
    page_index(corpus)

    def pages(question: str) -> Sequence[dict[str, object]]:
        return [
            {
                "document": found.document_id,
                "page": found.page,
                "text": page_body(corpus.page(found.document_id, found.page)),
            }
            for found in retrieve(question, k)
        ]

    return pages


_GIVEN = ("corpus", "pages")
"""Parameters of factories."""


def callable_system(name: str, corpus: Corpus, pages: int) -> Ask:
    """The function of a Python system; raises SecqaError if there is none."""
    target = load_extension(name, SYSTEMS)
    if inspect.isclass(target) or _is_factory(target):
        target = _build(name, target, corpus, pages)
    ask = getattr(target, "answer", target)
    if not callable(ask):
        raise SecqaError(f"{name}: {type(ask).__name__}; name a function, a factory or a class")
    return lambda question: _awaited(ask(question))


def _is_factory(target: Any) -> bool:
    """Whether a function is a factory: it takes no question."""
    if not (inspect.isfunction(target) or inspect.ismethod(target)):
        return False
    needed = [
        parameter.name
        for parameter in inspect.signature(target).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    return all(parameter in _GIVEN for parameter in needed) and (
        bool(needed) or "question" not in inspect.signature(target).parameters
    )


def _build(name: str, factory: Callable[..., Any], corpus: Corpus, pages: int) -> Any:
    given = {"corpus": corpus, "pages": pages}
    try:
        taken = inspect.signature(factory).parameters
        return _awaited(factory(**{key: given[key] for key in _GIVEN if key in taken}))
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        raise SecqaError(
            f"{name}: cannot be made ({type(error).__name__}: {reason}); a factory takes "
            "corpus, pages, both or nothing"
        ) from error


def _awaited(result: Any) -> Any:
    """A result; if it is a coroutine, its awaited result."""
    if not inspect.isawaitable(result):
        return result

    async def wait() -> Any:
        return await result

    return asyncio.run_coroutine_threadsafe(wait(), _loop()).result()


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    """One loop for all questions, so that a system can keep connections open."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="secqa-outside-loop", daemon=True).start()
    return loop
