"""Let a language model fill in a `Query`, and plan by it.

The model gets the companies that the question names and the likeliest metrics. Its JSON is checked
and grounded. An invalid reply goes back once with the error. A query for something that the corpus
lacks is refused at once, since the model would ask for something else instead. The prompt describes
the form by a short notation: a JSON schema takes some 2,000 tokens, the notation a fifth of them.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.errors import CannotAnswer, SecqaError
from secqa.files import bundled_text
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.models.model import Model, Request
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.ground import ground
from secqa.query.dimensions import check_dimensions
from secqa.query.form.json_reader import metric_ids
from secqa.query.form.schema import from_json, parsed
from secqa.query.query import Lookup, Query
from secqa.query.tree import map_nodes
from secqa.systems.planning.collection import company_listing, likely_metrics, metric_listing
from secqa.systems.planning.compile import compile_query
from secqa.systems.planning.planner import NeedsProgram, Plan, plan_query

_LIKELY = 20
"""Metrics in the prompt, in addition to the common ones. Of 413 less common metrics in free
questions by unseen writers, 12 are missing from a list of 8, and 3 from one of 20; any may be named
in words."""
_COMMON_METRICS = """
    revenue gross_profit operating_income net_income eps_diluted operating_cash_flow
    research_and_development employees cash total_assets total_liabilities equity
    capital_expenditure dividends_paid share_repurchases
"""
_COMMON = tuple(_COMMON_METRICS.split())
_TRIES = 2
_REASON = 300
"""Maximum characters of a model's reason."""


@dataclass(frozen=True, slots=True)
class PlannerInput:
    """The companies, metrics and row labels of a corpus."""

    companies: CompanyIndex
    catalogue: Catalogue
    lines_of: LinesOf = lambda _company: None
    """Returns the row labels of a company's filings, or None."""


def plan_by_query(question: str, *, setting: PlannerInput, model: Model) -> Plan:
    """Plan by the query that the model fills in; raises CannotAnswer if there is none."""
    request = query_request(question, setting)
    attempt, problem = request, ""
    for _ in range(_TRIES):
        text = model(attempt).text
        try:
            return _plan(text, question, setting)
        except CannotAnswer:
            raise
        except SecqaError as error:
            problem = str(error)
        attempt = _again(request, text, problem)
    raise CannotAnswer(f"the model filled in no query that can be used ({problem})")


def query_request(question: str, setting: PlannerInput) -> Request:
    """The request to the model."""
    text = " ".join(question.split())
    likely = likely_metrics(text, setting.catalogue, _LIKELY, load_fitted().linker)
    others = [metric for metric in likely if metric.id not in _COMMON and not metric.axes]
    prompt = (
        f"Question: {text}\n\nThe collection:\n{company_listing(setting.companies, text)}\n\n"
        f"Other metrics that may be meant:\n{metric_listing(others)}"
    )
    return Request(query_instructions(), prompt)


@lru_cache(maxsize=1)
def query_instructions() -> str:
    """The constant part of the prompt."""
    text = bundled_text("secqa.systems.planning", "prompts/query.md")
    catalogue = load_catalogue()
    common = metric_listing(catalogue[name] for name in _COMMON)
    return text.replace("{common}", common)


def read_reply(text: str, catalogue: Catalogue) -> Query:
    """Parse the query of a reply; raises CannotAnswer if the reply gives a reason for none."""
    # Some models write text around the JSON.
    data = parsed(text[text.find("{") : text.rfind("}") + 1])
    for field, refusal in (("cannot", CannotAnswer), ("program", NeedsProgram)):
        if isinstance(data, dict) and (why := data.pop(field, None)):
            raise refusal(" ".join(str(why).split())[:_REASON])
    return _settled(from_json(data, catalogue), catalogue)


def _plan(text: str, question: str, setting: PlannerInput) -> Plan:
    query = read_reply(text, setting.catalogue)
    companies, catalogue = setting.companies, setting.catalogue
    grounded = ground(query, companies)
    try:
        if figures := grounded.figures.outputs and grounded.figures:
            check_dimensions(figures, lambda metric: catalogue[metric].unit)
            compile_query(figures, question, companies, catalogue)
    except CannotAnswer as error:
        # The model may correct this; a figure that the corpus lacks stays missing.
        raise SecqaError(f"query: {error}") from None
    plan = plan_query(query, question, companies, catalogue, setting.lines_of)
    return replace(plan, by_model=True)


def _settled(query: Query, catalogue: Catalogue) -> Query:
    """Replace lines by the metrics of that name, and metrics of segments by the whole metric."""

    def settle(node: object) -> object:
        if isinstance(node, Lookup) and node.line and not str(node.place):
            metric = metric_ids(catalogue).get(node.line.lower(), "")
            node = replace(node, metric=metric, line="") if metric else node
        if isinstance(node, Lookup) and node.metric and catalogue[node.metric].axes:
            node = replace(node, metric=catalogue[node.metric].of)
        return node

    return map_nodes(query, settle)


def _again(request: Request, text: str, problem: str) -> Request:
    prompt = (
        f"{request.prompt}\n\nYour last answer was {text}\nIt cannot be used: {problem}\n"
        "Answer again, with that put right."
    )
    return replace(request, prompt=prompt)
