"""A word to its other forms: reports tell of an acquisition where a question says "acquired".

In: the stems of a question. Out: the same with the nouns of its verbs, and the verbs of its
nouns, behind them. Stems bring plurals and regular endings together; these are the families
whose stem changes, of the verbs that reports use.
"""

from collections.abc import Sequence
from functools import lru_cache

from secqa.retrieval.words import distinct, stems

_FAMILIES = """
acquire acquisition
appoint appointment
approve approval
assume assumption
buy bought purchase
compete competition competitor
comply compliance
depend dependence
develop development
dispose disposal disposition
divest divestiture
employ employee employment
expand expansion
extend extension
grow grew growth
insure insurance
invest investment
lend lent loan
lose lost loss
pay paid payment
produce production
reduce reduction
rely reliance
renew renewal
resign resignation
retain retention
retire retirement
sell sold sale
settle settlement
spend spent expenditure
withdraw withdrawal
"""


def with_families(words: Sequence[str]) -> tuple[str, ...]:
    """The stems, each with those of its family."""
    return distinct(one for word in words for one in (word, *_families().get(word, ())))


@lru_cache(maxsize=1)
def _families() -> dict[str, tuple[str, ...]]:
    families = (tuple(stems(line)) for line in _FAMILIES.strip().splitlines())
    return {stem: family for family in families for stem in family}
