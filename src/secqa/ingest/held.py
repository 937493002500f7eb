"""Documents of a corpus in, which filings of EDGAR it has out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from secqa.filings.document import Metadata
from secqa.ingest.edgar.listing import Company, Submission

_ONE_A_PERIOD = ("10-K", "10-Q", "20-F", "40-F")
"""Forms of which a company files one for each period."""


@dataclass(frozen=True, slots=True)
class Held:
    """Which filings a corpus has."""

    accessions: frozenset[str]
    unnumbered: frozenset[tuple[str, str, date]]
    """CIK, form and period of reports whose accession number is not known."""

    @classmethod
    def of(cls, documents: Sequence[Metadata]) -> "Held":
        """What is known of some documents."""
        return cls(
            frozenset(one.accession for one in documents if one.accession),
            frozenset(
                (one.cik, one.form, one.period_end)
                for one in documents
                if not one.accession and one.period_end and one.form in _ONE_A_PERIOD
            ),
        )

    def has(self, company: Company, filing: Submission) -> bool:
        """Whether a filing is there, as far as is known of it."""
        if filing.accession in self.accessions:
            return True
        period = filing.period
        key = (f"{company.cik:010}", filing.form, period)
        return period is not None and key in self.unnumbered
