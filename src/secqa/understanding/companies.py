"""Which companies a question names: the corpus' own metadata in, mentions out.

Nobody writes the registrant's name as the cover prints it. So every company gets names that
people would say, made from its printed name and its symbols alone. Made-up names are weak:
they never outrank a printed name or a symbol, and a name that could mean two companies means
none. Look-ups are by key in an index, so that 5,000 companies cost no more than five.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from types import MappingProxyType

from secqa.filings.document import Metadata
from secqa.understanding.links import FRAME
from secqa.understanding.names import (
    PLAIN_WORDS,
    name_keys,
    near_spellings,
    symbol_keys,
    without_legal,
)

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['’][A-Za-z0-9]+)*")
# What may stand between the words of a name: "Coca-Cola", "P&G", "Apple, Inc.", "J. M.".
_INSIDE = re.compile(r"[ .,&-]{0,3}")
# "WELLS FARGO & COMPANY/MN": where it is incorporated, as the SEC's own lists have it.
_STATE = re.compile(r"/[A-Z]{2,3}\b(?:/|['’]s)?")
_MAX_TOKENS = 6
_SHORT = 5
"""Letters of names that are one letter from too many words to be taken for misspelt."""
_VERBS = frozenset({"did", "does", "do", "has", "had", "is", "was", "were"})


@dataclass(frozen=True, slots=True)
class Company:
    """A registrant of the corpus and what its own documents say about it."""

    name: str
    """As the latest cover prints it."""
    ticker: str = ""
    cik: str = ""
    aliases: tuple[str, ...] = ()
    """Further printed names, then all symbols."""
    other_names: tuple[str, ...] = ()
    """What its text says it was called before, or is called besides."""
    fiscal_years: tuple[int, ...] = ()
    """Fiscal years of its annual reports in the corpus, ascending."""
    quarters: tuple[tuple[int, int], ...] = ()
    """(fiscal year, quarter) of its quarterly reports in the corpus, ascending."""
    fiscal_year_end: str = ""
    """Month and day: `09-28`."""
    year_offset: int = 0
    """Calendar year in which a fiscal year ends, minus the company's own number for it."""

    @property
    def latest_year(self) -> int | None:
        """Fiscal year of the latest annual report in the corpus."""
        return self.fiscal_years[-1] if self.fiscal_years else None

    @property
    def short_name(self) -> str:
        """The name without "Inc.", "The" and the like, capitals softened."""
        words = without_legal(re.sub(r"/.*", "", self.name).replace(",", " ").split())
        text = " ".join(words)
        if not text.isupper():
            return text
        softened = re.sub(r"[A-Z]{4,}", lambda word: word.group().capitalize(), text)
        return re.sub(r"\.[A-Z]+", lambda ending: ending.group().lower(), softened)

    def fiscal_quarter_of(self, day: date) -> tuple[int, int]:
        """The company's own number of the fiscal year, and the quarter, that ends on `day`.

        Any day up to six weeks off the end of a quarter is taken for it: years of 52 or 53
        weeks move their ends.
        """
        month, last = (int(part) for part in (self.fiscal_year_end or "12-31").split("-"))
        year_ends = (date(year, month, min(last, 28)) for year in range(day.year - 1, day.year + 2))
        end = next(end for end in year_ends if (day - end).days < 42)
        quarter = 4 - round((end - day).days / 91.3)
        return end.year - self.year_offset, max(quarter, 1)


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a question names a company; `[start, end)` in characters, possessive included."""

    company: Company
    start: int
    end: int


class Companies(tuple[Company, ...]):
    """The companies of a corpus with the index of their names, made once when first needed."""

    @cached_property
    def names(self) -> dict[str, tuple[int, Company]]:
        """Key of a name -> (rank, company): 0 printed, 1 made up and not ambiguous."""
        return _unambiguous((key, rank, c) for c in self for key, rank in _names_of(c))

    @cached_property
    def tickers(self) -> dict[str, tuple[int, Company]]:
        """Symbol in capitals -> (0, company); initials of the name, made up, have rank 1."""
        return _unambiguous(
            (key, rank, c)
            for c in self
            for key, rank in symbol_keys(c.name, (c.ticker, *c.aliases))
        )


def companies_of(
    documents: Iterable[Metadata], other_names: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> Companies:
    """The companies that filed these documents, sorted by name.

    `other_names` has what a document, by id, calls its company besides.

    A CIK tells companies apart. A document that states none (older filings, PDFs) belongs to
    the company that has its symbol, or its printed name, or the only one whose printed name
    begins with the name that the file has.
    """
    filed: dict[str, list[Metadata]] = {}
    owners: dict[str, str] = {}
    for document in sorted(documents, key=lambda d: ("company" in d.guessed, not d.cik)):
        own = [document.ticker, re.sub(r"[\W_]", "", document.company.lower())]
        owner = document.cik or next((owners[key] for key in own if key in owners), "")
        if not owner and "company" in document.guessed:
            longer = {owners[key] for key in owners if key.startswith(own[1])}
            owner = longer.pop() if len(longer) == 1 else ""
        owner = owner or own[1]
        owners |= {key: owner for key in own if key and key not in owners}
        filed.setdefault(owner, []).append(document)
    return Companies(
        sorted((_company(d, other_names) for d in filed.values()), key=lambda c: c.name.lower())
    )


def link_companies(question: str, companies: Sequence[Company]) -> tuple[Mention, ...]:
    """All mentions of companies in the question, in order; a company may come twice.

    Give the `Companies` that `companies_of` returns: any other sequence is indexed anew.
    """
    index = companies if isinstance(companies, Companies) else Companies(companies)
    tokens = [_Token.of(match) for match in _TOKEN.finditer(question)]
    mentions: list[Mention] = []
    position = 0
    while position < len(tokens):
        run = _name_at(question, tokens, position, index)
        if run:
            mentions.append(run[0])
        position += run[1] if run else 1
    return tuple(mentions) or _typed_in_haste(question, tokens, index)


def _typed_in_haste(
    question: str, tokens: Sequence["_Token"], index: Companies
) -> tuple[Mention, ...]:
    """ "aapl net income": a lower-case symbol, if there is nothing else and just one."""
    if not question.islower():
        return ()
    symbols = [token for token in tokens if token.text.upper() in index.tickers]
    found = [
        Mention(index.tickers[token.text.upper()][1], token.start, token.end)
        for token in symbols
        if len(token.text) > 3
        or (len(token.text) == 3 and token is tokens[0] and token.key not in FRAME | PLAIN_WORDS)
    ]
    return tuple(found) if len({mention.company for mention in found}) == 1 else ()


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of the question, as it stands and as keys have it."""

    text: str
    key: str
    start: int
    end: int
    possessive: bool

    @classmethod
    def of(cls, match: re.Match[str]) -> "_Token":
        text = match.group().replace("’", "'")
        key = text.lower().replace("'", "")
        return cls(text, key, match.start(), match.end(), text.endswith("'s"))


def _name_at(
    question: str, tokens: list[_Token], position: int, index: Companies
) -> tuple[Mention, int] | None:
    """The longest name that starts at this token, and how many tokens it takes."""
    run: list[_Token] = []
    found: tuple[Mention, int] | None = None
    for token in tokens[position : position + _MAX_TOKENS]:
        if run and not _INSIDE.fullmatch(question, run[-1].end, token.start):
            break
        run.append(token)
        company = _look_up(question, run, index) or (
            None if found else _spelt_nearly(question, run, index)
        )
        if company:
            state = _STATE.match(question, token.end)
            end = state.end() if state else token.end
            found = Mention(company, run[0].start, end), len(run) + bool(state)
    return found


def _look_up(question: str, run: list[_Token], index: Companies) -> Company | None:
    """The company that this run of words names, the possessive read both ways."""
    key = "".join(token.key for token in run)
    for end in (key, key[:-1]) if run[-1].possessive else (key,):
        symbol = index.tickers.get(end.upper())
        if symbol and _is_symbol(question, run):
            return symbol[1]
        named = index.names.get(end)
        if named and _is_name(question, run, named[0]):
            return named[1]
    return None


def _spelt_nearly(question: str, run: list[_Token], index: Companies) -> Company | None:
    """The only company whose name is a letter away from this run of words."""
    key = "".join(token.key for token in run)
    key = key[:-1] if run[-1].possessive else key
    if len(key) <= _SHORT or not _is_name(question, run, 1):
        return None
    # "walmarts": the apostrophe left away; "Gneral Motors": one letter wrong.
    spelt = (key[:-1],) if key.endswith("s") and key[:-1] in index.names else near_spellings(key)
    meant = {index.names[other] for other in spelt if other in index.names}
    companies = {company for _, company in meant}
    return companies.pop() if len(companies) == 1 else None


def _is_symbol(question: str, run: list[_Token]) -> bool:
    """Symbols count in capitals only; the shorter, the more their surroundings must say so."""
    text = "".join(token.text for token in run).removesuffix("'s")
    if not text.isupper():
        return False
    before, after = question[: run[0].start][-1:], question[run[-1].end :][:1]
    if before == "(" and after == ")":
        return True
    if len(run) > 1:
        # "P&G" is initials; "A T" in running text is nothing.
        return "&" in question[run[0].start : run[-1].end]
    if (before and before in "-&/.$'’") or (after and after in "-&/"):
        return False
    if not any(letter.islower() for letter in question):
        return len(text) > 2
    return text not in {"A", "I"}


def _is_name(question: str, run: list[_Token], rank: int) -> bool:
    """Made-up names and plain words name a company only where they are written as names."""
    plain = len(run) == 1 and run[0].text.lower().removesuffix("'s") in PLAIN_WORDS
    if rank == 0 and not plain:
        return True
    if all(not token.text[0].islower() or token.text in {"and", "of"} for token in run):
        return True
    hasty = not any(letter.isupper() for letter in question)
    asked_of = question[: run[0].start].lower().split()[-1:]
    named = hasty or run[-1].possessive or (asked_of and asked_of[0] in _VERBS)
    return bool(named) and (not plain or run[-1].possessive) and run[0].key not in FRAME


def _company(documents: list[Metadata], other_names: Mapping[str, Sequence[str]]) -> Company:
    documents = sorted(documents, key=lambda d: (d.period_end or date.min, d.form))
    latest = documents[-1]
    annual = [d for d in documents if d.form.startswith("10-K") and d.fiscal_year]
    ended = [d for d in annual if d.period_end]
    symbols = dict.fromkeys(s for d in reversed(documents) for s in (d.ticker, *d.tickers) if s)
    earlier = dict.fromkeys(d.company for d in reversed(documents) if d.company != latest.company)
    offset = 0
    if ended and ended[-1].period_end:
        offset = ended[-1].period_end.year - (ended[-1].fiscal_year or 0)
    return Company(
        name=latest.company,
        ticker=next((d.ticker for d in reversed(documents) if d.ticker), ""),
        cik=latest.cik,
        aliases=(*earlier, *symbols),
        other_names=tuple(
            dict.fromkeys(n for d in documents for n in other_names.get(d.document_id, ()))
        ),
        fiscal_years=tuple(sorted({d.fiscal_year for d in annual if d.fiscal_year})),
        quarters=tuple(sorted({q for d in documents for q in _quarter(d)})),
        fiscal_year_end=next((d.fiscal_year_end for d in reversed(annual)), ""),
        year_offset=offset,
    )


def _quarter(document: Metadata) -> Iterator[tuple[int, int]]:
    if document.fiscal_year and re.fullmatch("Q[1-4]", document.fiscal_period):
        yield document.fiscal_year, int(document.fiscal_period[1])


def _symbols_of(company: Company) -> Iterator[tuple[str, int]]:
    return symbol_keys(company.name, (company.ticker, *company.aliases))


def _names_of(company: Company) -> Iterator[tuple[str, int]]:
    symbols = {key for key, _ in _symbols_of(company)}
    for name in (company.name, *company.aliases):
        if name not in symbols:
            yield from name_keys(name)
    for name in company.other_names:
        yield from ((key, 1) for key, rank in name_keys(name) if rank == 0 or len(key) > 4)


def _unambiguous(
    entries: Iterable[tuple[str, int, Company]],
) -> dict[str, tuple[int, Company]]:
    best: dict[str, tuple[int, set[Company]]] = {}
    for key, rank, company in entries:
        known, owners = best.get(key, (rank, set()))
        if rank < known:
            best[key] = (rank, {company})
        elif rank == known:
            best[key] = (rank, owners | {company})
    return {
        key: (rank, next(iter(owners)))
        for key, (rank, owners) in best.items()
        if key and len(owners) == 1
    }
