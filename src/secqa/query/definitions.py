"""Remove sentences of a question that define a metric as the catalogue defines it.

Benchmarks say what metrics mean that are worked out ("Free cash flow is defined as: net cash from
operating activities minus capital expenditures."). Read as part of the question, such a sentence
names metrics that nobody asks for. A definition of the asker's own stays, and is read as a formula.
"""

import re
from functools import lru_cache

from secqa.metrics.catalogue import Catalogue

_DEFINES = r"(?:is|are) (?:defined|calculated|computed) as:?|as:?"
_BEFORE = r"(?:(?<=[.?!;])|^)\s*(?:where\s+)?(?:the\s+)?"


def without_known_definitions(question: str, catalogue: Catalogue) -> str:
    """The question without the definitions that the catalogue has as well."""
    if " as" not in question:
        return question
    low = question.lower()
    for definition, pattern in _patterns(catalogue):
        if definition in low:
            question = pattern.sub("", question)
    return question.strip()


@lru_cache(maxsize=8)
def _patterns(catalogue: Catalogue) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each definition in small letters with what finds a sentence of it, the longest first."""
    found = []
    for metric in catalogue.compound():
        definitions = "|".join(map(re.escape, (metric.definition, metric.general_definition)))
        names = "|".join(map(re.escape, (metric.name, *metric.synonyms)))
        says = rf"{_BEFORE}(?:{names})(?: ratio)? (?:{_DEFINES}) "
        says += rf"(?:{definitions})\s*(?:[.;]|$)"
        found.append((metric.general_definition.lower(), re.compile(says, re.IGNORECASE)))
    return tuple(sorted(found, key=lambda one: -len(one[0])))
