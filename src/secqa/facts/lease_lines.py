"""Whether an amount is part of lines that are counted already: leases and trusts in debt.

Many companies report finance leases within long-term debt, others among other liabilities; a
total of both must not count them twice, nor a bank's debt to its trusts. Filers tag in which
line the amount stands (`…StatementOfFinancialPositionExtensibleList`); where they do not, the
debt's own concept tells.
"""

import re
from collections.abc import Collection, Sequence

from secqa.facts.fact import Fact
from secqa.metrics.catalogue import Metric

_LIST = "StatementOfFinancialPositionExtensibleList"
_WITH_LEASES = re.compile(r"LeaseObligation|FinanceLease")


def is_in_lines(metric: Metric, lines: Collection[str], facts: Sequence[Fact]) -> bool:
    """Whether the metric's amount stands in one of `lines`, concepts without "us-gaap:".

    What can be a line of a statement is in another where it is none.
    """
    if metric.statement:
        return not any(
            fact.statement is not None and fact.statement.value == metric.statement
            for fact in facts
            if fact.concept.removeprefix("us-gaap:") in metric.concepts
        )
    tagged = [
        fact.text
        for fact in facts
        if fact.concept.endswith(_LIST)
        and any(fact.concept.removeprefix("us-gaap:").startswith(c) for c in _names(metric))
    ]
    named = {name for text in tagged for name in re.findall(r"[#:](\w+)", text)}
    if named & set(lines):
        return True
    return not named and any(_WITH_LEASES.search(line) for line in lines)


def _names(metric: Metric) -> set[str]:
    return {name for concept in metric.concepts for name in re.split(r"[+-]", concept)}
