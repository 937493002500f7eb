"""The fact table as a tool for agents: what filers tagged, with the pages that show it.

It is what benchmarks are made from and systems are scored by. Whoever is being measured must not
have it, so it says what it is by its name, and `secqa mcp --no-facts` leaves it out.
"""

from collections.abc import Callable
from typing import Any

from secqa.corpus.corpus_address import CorpusPath
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, stated_parts
from secqa.facts.table.lookup import query

MOST = 20
"""Values told at once."""
_MOST_PLACES = 3
_WHAT = (
    "Ground truth: values as filers tagged them. Not to be used by a system that is being measured."
)


def ground_truth_of(corpus: CorpusPath) -> Callable[..., dict[str, Any]]:
    """The tool over one corpus."""

    def ground_truth_facts(
        ticker: str = "", metric: str = "", year: int | None = None, period: str = ""
    ) -> dict[str, Any]:
        """Ground truth: values of metrics as the filers tagged them, with the pages that show them.

        Not to be used by a system that is being measured. `metric` as revenue or net_income, `year`
        the fiscal year, `period` FY or Q1 to Q4. Ask for little: at most 20 values are told.
        """
        found = query(corpus, ticker=ticker, metric=metric, year=year, period=period)
        return {
            "what": _WHAT,
            "found": len(found),
            "facts": [_told(one) for one in found[:MOST]],
        }

    return ground_truth_facts


def _told(found: Found) -> dict[str, Any]:
    worked_out = {} if isinstance(found, MetricFact) else {"formula": found.formula}
    part = {"part": found.member} if isinstance(found, MetricFact) and found.member else {}
    places = [place for one in stated_parts(found) for place in one.evidence[:_MOST_PLACES]]
    return {
        "company": found.company,
        "ticker": found.ticker,
        "metric": found.metric,
        **part,
        "fiscal_year": found.fiscal_year,
        "fiscal_period": found.fiscal_period,
        "period_end": found.period_end.isoformat(),
        "value": found.value,
        "unit": found.unit,
        **worked_out,
        "document_id": found.document_id,
        "evidence": [{"page": place.page, "filing_text": place.quote} for place in places],
    }
