"""Index the companies of a corpus by all names that people use.

Derived names rank below printed names and symbols, and a name of two companies means none. Names
are looked up by key, so 5,000 companies cost no more than five.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from types import MappingProxyType

from secqa.filings.document import Metadata
from secqa.filings.metadata.company_names import (
    short_name,
    without_legal_form,
)
from secqa.filings.tables.column_periods import year_end
from secqa.parsing.entities.company_name_keys import (
    PLAIN_WORDS,
    joined_keys,
    letters_and_digits,
    name_keys,
    name_parts,
    symbol_keys,
)
from secqa.parsing.lexicon import read_data


@dataclass(frozen=True, slots=True)
class Company:
    """A registrant of the corpus, described by its documents."""

    name: str
    """The name on the latest cover."""
    ticker: str = ""
    cik: str = ""
    aliases: tuple[str, ...] = ()
    """Other printed names, then all symbols."""
    other_names: tuple[str, ...] = ()
    """Former and other names in the text of its documents."""
    fiscal_years: tuple[int, ...] = ()
    """Fiscal years of its annual reports in the corpus, ascending."""
    quarters: tuple[tuple[int, int], ...] = ()
    """(fiscal year, quarter) of its quarterly reports in the corpus, ascending."""
    fiscal_year_end: str = ""
    """Month and day: `09-28`."""
    period_ends: tuple[tuple[int, int, date], ...] = ()
    """The periods of its periodic reports: (fiscal year, quarter or 0, last day)."""
    year_offset: int = 0
    """The calendar year in which a fiscal year ends, minus the fiscal year."""

    @property
    def latest_year(self) -> int | None:
        """Fiscal year of the latest annual report in the corpus."""
        return self.fiscal_years[-1] if self.fiscal_years else None

    @property
    def short_name(self) -> str:
        """The usual name: "Home Depot" for "THE HOME DEPOT, INC."."""
        return short_name(self.name, self.ticker)

    def __hash__(self) -> int:
        # The generated hash of all fields is slow.
        return hash(self.name)

    def fiscal_quarter_of(self, day: date) -> tuple[int, int]:
        """The fiscal year and quarter that end on `day`, or within six weeks of it.

        The ends of years of 52 or 53 weeks shift.
        """
        month, last = (int(part) for part in (self.fiscal_year_end or "12-31").split("-"))
        year_ends = (date(year, month, min(last, 28)) for year in range(day.year - 1, day.year + 2))
        end = next(end for end in year_ends if (day - end).days < 42)
        quarter = 4 - round((end - day).days / 91.3)
        return end.year - self.year_offset, max(quarter, 1)


@dataclass(frozen=True, slots=True)
class Mention:
    """A company's name in a question: characters `[start, end)`, including the possessive."""

    company: Company
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NameToken:
    """A word of the question and its key."""

    text: str
    key: str
    start: int
    end: int
    possessive: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """The key, also without a final "s": "amds revenue"."""
        return (self.key, self.key[:-1]) if self.key.endswith("s") else (self.key,)

    @classmethod
    def of(cls, match: re.Match[str]) -> "NameToken":
        text = match.group().replace("’", "'")
        key = text.lower().replace("'", "")
        return cls(text, key, match.start(), match.end(), text.endswith("'s"))


class CompanyIndex(tuple[Company, ...]):
    """The companies of a corpus with indexes of their names, built on first use."""

    @cached_property
    def names(self) -> dict[str, tuple[int, Company]]:
        """(rank, company) by key of a name; rank 0 for printed names, 1 for derived ones."""
        return _unambiguous((key, rank, c) for c in self for key, rank in _names_of(c))

    @cached_property
    def latest_year(self) -> int:
        """The latest fiscal year of all annual reports, or 0."""
        return max((company.latest_year or 0 for company in self), default=0)

    @cached_property
    def beginnings(self) -> dict[str, tuple[int, Company]]:
        """(1, company) by common word that begins the name of only one company."""
        first = ((c, without_legal_form(c.short_name.lower().split())[:1]) for c in self)
        return _unambiguous((w, 1, c) for c, words in first for w in words if w in PLAIN_WORDS)

    @cached_property
    def by_spelling(self) -> dict[str, Company]:
        """Company by CIK, printed name, and short name unless several companies share it."""
        shared = Counter(company.short_name for company in self)
        short = {c.short_name: c for c in self if shared[c.short_name] == 1}
        return {c.cik: c for c in self if c.cik} | short | {c.name: c for c in self}

    @cached_property
    def linked_names(self) -> dict[str, Company]:
        """A cache of other spellings, used by `ground`."""
        return {}

    def display_name(self, company: Company) -> str:
        """The first unique one of short name, printed name and CIK."""
        names = (company.short_name, company.name, company.cik)
        return next((name for name in names if self.by_spelling.get(name) == company), company.name)

    def companies_like(self, name: str) -> tuple[Company, ...]:
        """The companies of an ambiguous name; () for others."""
        key = letters_and_digits(name.lower())
        own = [company for company in self if key in dict(_names_of(company))]
        return tuple(own) if len(own) > 1 else ()

    @cached_property
    def tickers(self) -> dict[str, tuple[int, Company]]:
        """(rank, company) by upper-case symbol; initials of the name have rank 1."""
        return _unambiguous(
            (key, rank, c)
            for c in self
            for key, rank in symbol_keys(c.name, (c.ticker, *c.aliases))
        )


def companies_of(
    documents: Iterable[Metadata], other_names: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> CompanyIndex:
    """The companies that filed these documents, sorted by name.

    `other_names` has other names of companies in the text of documents, by id. The printed name of
    another company does not count, since filers may write anything.

    Companies are distinguished by CIK. A document without one (older filings, PDFs) belongs to the
    company with its symbol or printed name, or the only one whose printed name begins with the name
    in the file name.
    """
    filed: dict[str, list[Metadata]] = {}
    owners: dict[str, str] = {}
    for document in sorted(documents, key=lambda d: ("company" in d.guessed, not d.cik)):
        own = [document.ticker, letters_and_digits(document.company.lower())]
        owner = document.cik or next((owners[key] for key in own if key in owners), "")
        if not owner and "company" in document.guessed:
            longer = {owners[key] for key in owners if key.startswith(own[1])}
            owner = longer.pop() if len(longer) == 1 else ""
        owner = owner or own[1]
        owners |= {key: owner for key in own if key and key not in owners}
        filed.setdefault(owner, []).append(document)
    printed: dict[str, set[str]] = {}
    for owner, own_documents in filed.items():
        for key in {k for d in own_documents for k in _printed_keys(d.company)}:
            printed.setdefault(key, set()).add(owner)
    companies = []
    for owner, own_documents in filed.items():
        if not owner:  # documents without any name
            continue
        others = dict.fromkeys(n for d in own_documents for n in other_names.get(d.document_id, ()))
        free = (
            n for n in others if all(printed.get(k, set()) <= {owner} for k in _printed_keys(n))
        )
        companies.append(_company(own_documents, tuple(free)))
    return CompanyIndex(sorted(companies, key=lambda c: c.name.lower()))


def _printed_keys(name: str) -> set[str]:
    return {key for key, rank in name_keys(name) if rank == 0}


def _company(documents: list[Metadata], other_names: tuple[str, ...]) -> Company:
    documents = sorted(documents, key=lambda d: (d.period_end or date.min, d.form))
    latest = documents[-1]
    annual = [d for d in documents if d.form.startswith("10-K") and d.fiscal_year]
    # Older filings and PDFs do not state the end of the fiscal year.
    closes = [(d, end) for d in annual or documents if d.fiscal_year and (end := year_end(d))]
    stated = (d.fiscal_year_end for d in reversed(annual or documents) if d.fiscal_year_end)
    symbols = dict.fromkeys(s for d in reversed(documents) for s in (d.ticker, *d.tickers) if s)
    earlier = dict.fromkeys(d.company for d in reversed(documents) if d.company != latest.company)
    last, closed = closes[-1] if closes else (latest, None)
    return Company(
        name=latest.company,
        ticker=next((d.ticker for d in reversed(documents) if d.ticker), ""),
        cik=latest.cik,
        aliases=(*earlier, *symbols),
        other_names=other_names,
        fiscal_years=tuple(sorted({d.fiscal_year for d in annual if d.fiscal_year})),
        quarters=tuple(sorted({q for d in documents for q in _quarter(d)})),
        fiscal_year_end=next(stated, f"{closed:%m-%d}" if closed else ""),
        period_ends=tuple(dict.fromkeys(one for d in documents for one in _end(d))),
        year_offset=closed.year - (last.fiscal_year or 0) if closed else 0,
    )


def _quarter(document: Metadata) -> Iterator[tuple[int, int]]:
    if document.fiscal_year and document.fiscal_period in ("Q1", "Q2", "Q3", "Q4"):
        yield document.fiscal_year, int(document.fiscal_period[1])


def _end(document: Metadata) -> Iterator[tuple[int, int, date]]:
    quarter = next(_quarter(document), (0, 0))[1]
    if document.fiscal_year and document.period_end and document.form.startswith("10-"):
        yield document.fiscal_year, quarter, document.period_end


def _names_of(company: Company) -> Iterator[tuple[str, int]]:
    symbols = {key for key, _ in symbol_keys(company.name, (company.ticker, *company.aliases))}
    for name in (company.name, *company.aliases):
        if name not in symbols:
            yield from name_keys(name)
    for name in _nicknames(company.name):
        yield from ((key, 1) for key in joined_keys(name_parts(name)))
    for name in company.other_names:
        yield from ((key, 1) for key, rank in name_keys(name) if rank == 0 or len(key) > 4)


def _nicknames(name: str) -> Sequence[str]:
    known: Mapping[str, Sequence[str]] = read_data("nicknames")
    return known.get("".join(without_legal_form(name_parts(name))), ())


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
