"""Fit how sure readings make an answer: `secqa fit confidence CORPUS`.

Questions of the three suites, and about all companies, are generated about the companies of a
corpus, which neither parser nor reader was fitted on. Their queries are known, so that what is
wrong was read wrongly: the signs of `secqa.systems.confidence` are weighed by logistic regression
on whether the answers were right. How sure the parser is, is fitted apart (`secqa fit parser`); an
answer's confidence is the product of the two. The command adds `--write`, without which nothing is
stored; `--check CORPUS` shows the fit on other companies.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import fmean

import numpy as np

import secqa.systems
from gold_values import fact_table_of_corpus
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.draft import interpret
from secqa.benchmark.fact_table import FactTable
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import CannotAnswer
from secqa.evaluation.verdict import Value, Verdict, judge
from secqa.learning.linear import Odds
from secqa.models.model import Usage
from secqa.query.leaves import Companies
from secqa.query.period import EACH
from secqa.query.query import Aggregate, Choose, Compare, Filter, Lookup, Number, Query
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.systems.ahead import read_once, search_once
from secqa.systems.confidence import signs_of_answer
from secqa.systems.engine import company_lines, make_engine
from secqa.systems.page_source import Tools
from secqa.systems.planning.planner import plan_query
from secqa.systems.program_answer import answer_of, idle_readings, single_or_tuple, work_out
from secqa.systems.thinking import OFFLINE

SUITES = ("single", "compound", "multi-document")
_PAGES = 8
_FEWEST_COMPANIES = 5
"""Companies of a question about all."""
_DRAWS = 200
"""Of answers that are as often right as they are sure."""


@dataclass(frozen=True, slots=True)
class Sample:
    """An answer that was given, and whether it was right."""

    signs: dict[str, float]
    right: bool


def samples(corpus: Path, count: int, seed: int) -> Iterator[Sample]:
    """Answers to questions of all suites, and about all companies, planned from their queries."""
    opened, source = open_corpus(corpus), corpus_facts(corpus)
    known, lines_of = corpus_companies(opened), company_lines(opened)
    retrieve = open_retriever(OWN_RANKING, opened)
    engine = make_engine(opened, OFFLINE, Usage())

    def sample(text: str, query: Query, gold: Value) -> Iterator[Sample]:
        plan = plan_query(query, text, known, opened.catalogue, lines_of)
        tools = Tools(opened, search_once(retrieve, _PAGES), read_once(engine.read), True)
        result = work_out(plan, tools)
        answer = answer_of(text, plan, result, tools)
        if answer.value is not None:
            idle = idle_readings(plan, result, opened.catalogue)
            right = judge(answer.value, gold) is Verdict.RIGHT
            yield Sample(signs_of_answer(answer.value, answer.readings, idle), right)

    for suite in SUITES:
        wanted = replace(load_suite(suite), count=count)
        for question in generate(source, opened.catalogue, wanted, Origin(seed, "", "")).questions:
            assert question.query is not None
            yield from sample(question.text, question.query, question.answer)
    table = fact_table_of_corpus(corpus, opened.catalogue)
    asked = list(_over_all(table))
    for query in random.Random(seed).sample(asked, min(count, len(asked))):
        with suppress(CannotAnswer):
            gold = interpret(query, table, opened.catalogue).answers
            yield from sample(str(query), query, single_or_tuple(gold))


def _over_all(table: FactTable) -> Iterator[Query]:
    """Questions about all companies that have a metric in a year."""
    having = defaultdict(list)
    for metric, company in product(table.metrics, table.companies):
        for period in table.periods(company, metric):
            name = table.known.display_name(table.known.by_spelling[company.cik])
            having[metric, period].append(name)
    for (metric, period), names in having.items():
        if len(names) < _FEWEST_COMPANIES:
            continue
        over, own = Companies(tuple(names), every=True), Lookup(metric, EACH, period)
        yield Query((Choose(over, own),))
        yield Query((Choose(over, own, highest=False),))
        yield Query((Choose(over, own, top=3),))
        yield Query((Aggregate("average", own, over),))
        yield Query((Filter(over, Compare(own, "<", Number(0.0))),))


def fit(given: Sequence[Sample]) -> Odds:
    """Weights by logistic regression."""
    from sklearn.linear_model import LogisticRegression

    names = list(given[0].signs)
    table = np.array([[sample.signs[name] for name in names] for sample in given])
    model = LogisticRegression(C=1.0, max_iter=1000)
    model.fit(table, np.array([sample.right for sample in given]))
    weights = {name: round(float(w), 2) for name, w in zip(names, model.coef_[0], strict=True)}
    return Odds(weights, round(float(model.intercept_[0]), 2))


def show(name: str, given: Sequence[Sample], odds: Odds) -> None:
    """How many are given and wrong from a confidence on, and how well it is calibrated."""
    found = [(odds.probability(sample.signs), sample.right) for sample in given]
    right = sum(sample.right for sample in given)
    print(f"{name}: {len(given)} answered, {right / len(given):.1%} right")
    for least in (0.0, 0.8, 0.9, 0.95, 0.97):
        kept = [is_right for sure, is_right in found if sure >= least]
        wrong = 1 - sum(kept) / max(len(kept), 1)
        print(f"  from {least:.2f}: {len(kept) / len(given):.1%} given, {wrong:.1%} of them wrong")
    print(f"  {calibration(found)}")


def calibration(found: Sequence[tuple[float, bool]]) -> str:
    """The calibration error in words, with that of exact probabilities: chance alone gives some."""
    draw = random.Random(_DRAWS)
    exact = fmean(
        calibration_error([(sure, draw.random() < sure) for sure, _ in found])
        for _ in range(_DRAWS)
    )
    return f"expected calibration error {calibration_error(found):.3f}, by chance alone {exact:.3f}"


def calibration_error(found: Sequence[tuple[float, bool]]) -> float:
    """Mean distance of confidence and accuracy over ten bins of equal width (Guo et al. 2017)."""
    total = 0.0
    for low in range(10):
        own = [(sure, right) for sure, right in found if low <= min(sure * 10, 9.99) < low + 1]
        if own:
            total += abs(sum(sure for sure, _ in own) - sum(right for _, right in own))
    return total / len(found)


def main() -> None:
    """Fit or check, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--count", type=int, default=200, help="questions a suite")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--threshold", type=float, default=0.8, help="of answers that are given")
    parser.add_argument("--write", action="store_true", help="store the fit in the package")
    parser.add_argument("--check", type=Path, help="another corpus to show the fit on")
    chosen = parser.parse_args()
    given = list(samples(chosen.corpus, chosen.count, chosen.seed))
    odds = fit(given)
    show("fitted on", given, odds)
    if chosen.check:
        show("checked on", list(samples(chosen.check, chosen.count, chosen.seed)), odds)
    lines = [f"start = {odds.start}", f"threshold = {chosen.threshold}", "", "[weights]"]
    lines += [f"{name} = {weight}" for name, weight in odds.weights.items()]
    if chosen.write:
        head = "# Written by `secqa fit confidence`; see secqa/systems/confidence.py.\n"
        path = Path(secqa.systems.__path__[0], "confidence.toml")
        path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
