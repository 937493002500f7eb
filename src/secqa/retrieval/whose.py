"""A name that is no company's in, the company out whose filings print it.

Brands, shops and products are asked about by their own names. Their owner names them on page after
page; others that compete with them, or sell them, hardly do.
"""

from collections import Counter

import numpy as np

from secqa.corpus.store import Corpus
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.fit import is_of
from secqa.retrieval.matches import Matches, terms_of
from secqa.retrieval.page_query import PageQuery, known_companies
from secqa.retrieval.pool import candidate_pool
from secqa.retrieval.words import stems

_PAGES = 5
"""Of one document, from which on a name is its company's own."""
_SHARE = 0.8
"""Of all pages found that print it."""


def company_printing(corpus: Corpus, name: str) -> Company | None:
    """The one company that names it often; None where none does, or several do."""
    words = stems(name)
    if not words:
        return None
    pool = candidate_pool(corpus, PageQuery(text=name, words=tuple(words)))
    terms = np.unique(terms_of(words))
    matches = Matches(pool, terms)
    printed = np.zeros((len(pool.pages), len(terms)), bool)
    printed[matches.page, matches.term] = True
    pages = Counter(pool.documents[at] for at in np.flatnonzero(printed.all(axis=1)))
    document, most = next(iter(pages.most_common(1)), (None, 0))
    if document is None or most < _PAGES:
        return None
    company = next((one for one in known_companies(corpus) if is_of(document, one)), None)
    if company is None:
        return None
    own = sum(count for one, count in pages.items() if is_of(one, company))
    return company if own >= _SHARE * pages.total() else None
