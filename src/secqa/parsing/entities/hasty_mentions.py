"""Find symbols and common words in lower case that name companies by their context."""

import re
from collections.abc import Callable, Iterator, Sequence

from secqa.parsing.entities.company_index import Company, CompanyIndex, Mention, NameToken
from secqa.parsing.entities.company_name_keys import PLAIN_WORDS
from secqa.parsing.lexicon import lexicon_stems, stem

# Between companies: "UPS, Cat and AMC", "delta then united", "delta/united".
_JOINT = re.compile(
    r" ?[,/&+] ?(?:(?:and|or|then) )?"
    r"| (?:and|or|vs\.?|versus|than|then|plus|against) (?:(?:at|of|in|for) )?"
)
VERBS = frozenset({"did", "does", "do", "has", "had", "is", "was", "were"})


def lower_case_symbols(
    tokens: Sequence[NameToken],
    mentions: Sequence[Mention],
    index: CompanyIndex,
    is_usual: Callable[[str], bool],
    is_lower: bool,
) -> Iterator[Mention]:
    """ "aapl net income", "amds revenue": symbols in lower case that are no usual words.

    In a question with capitals ("nke GM in FY22"), two letters count only after a company.
    """
    others = [*mentions]
    for token in tokens:
        beside = any(m.end < token.start <= m.end + 2 for m in others)
        if not token.text.islower() or (not is_lower and not beside and len(token.key) < 3):
            continue
        if _is_within(token, mentions):
            continue
        for key in token.keys:
            symbol = index.tickers.get(key.upper()) if len(key) > 1 else None
            usual = is_question_word(token.key) or is_usual(stem(token.key)) or key in PLAIN_WORDS
            if symbol and not usual and not (len(key) == 2 and symbol[0]):
                others.append(Mention(symbol[1], token.start, token.end))
                yield others[-1]
                break


def companies_in_list(
    question: str, tokens: Sequence[NameToken], mentions: Sequence[Mention], index: CompanyIndex
) -> Iterator[Mention]:
    """ "UPS, Cat and AMC", "delta or united": names in a list with a known company or each other.

    A word of the question lexicon ("delta") needs more than a comma before it.
    """
    is_lower = question.islower()
    free = [token for token in tokens if not _is_within(token, mentions)]
    named = [
        (token, Mention(company, token.start, token.end))
        for token in free
        if (company := _called_by(token.keys, index))
    ]
    own = [m for token, m in named if is_lower or token.text[0].isupper()]
    for token, mention in named:
        if question[: token.start][-1:] + question[token.end :][:1] == "()":
            yield mention
            continue
        others = [(m, False) for m in mentions]
        others += [(m, True) for m in own if m.company != mention.company and mention in own]
        for other, is_word in others:
            behind = other.end <= token.start
            gap = question[other.end : token.start] if behind else question[token.end : other.start]
            marked = is_word or (behind and is_question_word(token.key))
            if _JOINT.fullmatch(gap) and (not marked or any(map(str.isalpha, gap))):
                yield mention
                break


def _called_by(keys: Sequence[str], index: CompanyIndex) -> Company | None:
    """The company of a word in any case."""
    for key in keys:
        found = index.names.get(key) or index.beginnings.get(key)
        found = found or (index.tickers.get(key.upper()) if len(key) > 2 else None)
        if found:
            return found[1]
    return None


def _is_within(token: NameToken, mentions: Sequence[Mention]) -> bool:
    return any(m.start < token.end and token.start < m.end for m in mentions)


def is_question_word(word: str) -> bool:
    """Whether a word is in the question lexicon."""
    return stem(word) in lexicon_stems()
