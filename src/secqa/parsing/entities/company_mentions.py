"""Find the companies that a question names.

At each word the longest name wins. Symbols must be in capitals, common words written like names.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from secqa.filings.metadata.company_names import unaccented
from secqa.parsing.entities.company_index import Company, CompanyIndex, Mention, NameToken
from secqa.parsing.entities.company_name_keys import PLAIN_WORDS
from secqa.parsing.lexicon import MASK, lexicon_stems, stem

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['’][A-Za-z0-9]+)*")
# Between the words of a name: "Coca-Cola", "P&G", "Apple, Inc.", "J. M.".
_INSIDE = re.compile(r"[ .,&-]{0,3}")
_MAX_TOKENS = 6
_SHORT = 5
"""Maximum letters of names that are never misspelt: too many words differ in one letter."""
# Between companies: "UPS, Cat and AMC", "delta then united", "delta/united".
_JOINT = re.compile(
    r" ?[,/&+] ?(?:(?:and|or|then) )?"
    r"| (?:and|or|vs\.?|versus|than|then|plus|against) (?:(?:at|of|in|for) )?"
)
_VERBS = frozenset({"did", "does", "do", "has", "had", "is", "was", "were"})


def link_companies(
    question: str,
    companies: Sequence[Company],
    is_usual: Callable[[str], bool] = lambda _stem: False,
) -> tuple[Mention, ...]:
    """All mentions of companies in the question, in order; a company may occur twice.

    `is_usual` recognises stems in names of metrics, which are no symbols in lower case. Pass a
    `CompanyIndex` to avoid indexing `companies` again.
    """
    question = unaccented(question)
    index = companies if isinstance(companies, CompanyIndex) else CompanyIndex(companies)
    tokens = [NameToken.of(match) for match in _TOKEN.finditer(question)]
    mentions: list[Mention] = []
    position = 0
    while position < len(tokens):
        run = _name_at(question, tokens, position, index, is_usual)
        if run:
            mentions.append(run[0])
        position += run[1] if run else 1
    mentions += _lower_case_symbols(tokens, mentions, index, is_usual, question.islower())
    while joined := list(_companies_in_list(question, tokens, mentions, index)):
        mentions += joined
    return tuple(sorted(mentions, key=lambda mention: mention.start))


def mask_companies(text: str, mentions: Sequence[Mention]) -> str:
    """Replace each character of companies' names by `MASK`."""
    for mention in mentions:
        width = mention.end - mention.start
        text = text[: mention.start] + MASK * width + text[mention.end :]
    return text


def _name_at(
    question: str,
    tokens: list[NameToken],
    position: int,
    index: CompanyIndex,
    is_usual: Callable[[str], bool],
) -> tuple[Mention, int] | None:
    """The longest name at a token, and its number of tokens."""
    run: list[NameToken] = []
    found: tuple[Mention, int] | None = None
    for token in tokens[position : position + _MAX_TOKENS]:
        if run and not _INSIDE.fullmatch(question, run[-1].end, token.start):
            break
        run.append(token)
        company = _look_up(question, run, index)
        if company is None and found is None:
            company = _spelt_nearly(run, index, is_usual)
        if company:
            found = Mention(company, run[0].start, token.end), len(run)
    return found


def _look_up(question: str, run: list[NameToken], index: CompanyIndex) -> Company | None:
    """The company of this sequence of words, with and without a final "s"."""
    key = "".join(token.key for token in run)
    for end in (key, key[:-1]) if run[-1].text.endswith("s") else (key,):
        symbol = index.tickers.get(end.upper())
        if symbol and _is_symbol(question, run):
            return symbol[1]
        named = index.names.get(end)
        if named and _is_name(question, run, named[0] if end == key else 1):
            return named[1]
    return None


def _spelt_nearly(
    run: list[NameToken], index: CompanyIndex, is_usual: Callable[[str], bool]
) -> Company | None:
    """The only company whose name differs from these capitalised words in one letter."""
    key = "".join(token.key for token in run).removesuffix("s" if run[-1].possessive else "")
    is_name = all(
        token.text[0].isupper() and not (_is_question_word(token.key) or is_usual(stem(token.key)))
        for token in run
    )
    if not is_name or len(key) <= _SHORT:
        return None
    near = process.extract(key, index.names.keys(), scorer=OSA.distance, score_cutoff=1, limit=3)
    companies = {index.names[name][1] for name, *_ in near}
    return companies.pop() if len(companies) == 1 else None


def _is_symbol(question: str, run: list[NameToken]) -> bool:
    """Whether words are a symbol: in capitals, and not part of something else."""
    text = "".join(token.text for token in run).removesuffix("'s")
    if not text.isupper():
        return False
    before, after = question[: run[0].start][-1:], question[run[-1].end :][:1]
    if before == "(" and after == ")":
        return True
    if before == "$" and len(run) == 1:
        # "$WK" is how investors write symbols; "$M" is millions.
        return len(text) > 1
    if len(run) > 1:
        # "P&G" is initials; "A T" in running text is nothing.
        return "&" in question[run[0].start : run[-1].end]
    if (before and before in "-&.$'’") or (after and after in "-&"):
        return False
    if not any(letter.islower() for letter in question):
        return len(text) > 2
    return text not in {"A", "I"}


def _is_name(question: str, run: list[NameToken], rank: int) -> bool:
    """Whether words name a company: derived names and common words need capitals or context."""
    plain = len(run) == 1 and run[0].text.lower().removesuffix("'s") in PLAIN_WORDS
    if rank == 0 and not plain:
        return True
    if all(not token.text[0].islower() or token.text in {"and", "of"} for token in run):
        return True
    hasty = not any(letter.isupper() for letter in question)
    asked_of = question[: run[0].start].lower().split()[-1:]
    named = hasty or run[-1].possessive or (asked_of and asked_of[0] in _VERBS)
    frames = len(run) == 1 and _is_question_word(run[0].key)
    return bool(named) and (not plain or run[-1].possessive) and not frames


def _lower_case_symbols(
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
            usual = _is_question_word(token.key) or is_usual(stem(token.key)) or key in PLAIN_WORDS
            if symbol and not usual and not (len(key) == 2 and symbol[0]):
                others.append(Mention(symbol[1], token.start, token.end))
                yield others[-1]
                break


def _companies_in_list(
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
            marked = is_word or (behind and _is_question_word(token.key))
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


def _is_question_word(word: str) -> bool:
    """Whether a word is in the question lexicon."""
    return stem(word) in lexicon_stems()
