"""The JSON form: written and read without loss, described, and strict with what is none."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from tests.support.query_trees import PERIODS, queries

from secqa.errors import SecqaError
from secqa.metrics.catalogue import load_catalogue
from secqa.query.form.layouts import LAYOUTS
from secqa.query.form.schema import from_json, published_schema, to_json
from secqa.query.leaves import Companies
from secqa.query.period import Period, parse_period
from secqa.query.query import Choose, Compare, Defined, Growth, Lookup, Number, Options, Query
from secqa.query.tree import map_nodes
from secqa.systems.planning.query_planner import query_instructions

CATALOGUE = load_catalogue()
SCHEMA = json.loads(published_schema())
FORM = Draft202012Validator(SCHEMA)
REVENUE = {"metric": "revenue", "company": "KO", "period": "FY2024"}


def without_names_of_all(node: object) -> object:
    """All companies of a corpus are written as none, whatever corpus it was."""
    return Companies() if isinstance(node, Companies) and node.every else node


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(queries())
def test_nothing_is_lost_and_the_schema_describes_it(query: Query) -> None:
    written = json.dumps(to_json(query), ensure_ascii=False)
    assert from_json(written, CATALOGUE) == map_nodes(query, without_names_of_all)
    FORM.validate(json.loads(written))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@given(PERIODS)
def test_periods_are_read_as_written(period: Period) -> None:
    assert parse_period(str(period)) == period


def test_it_is_short() -> None:
    most = Choose(Companies(("KO", "PG")), Lookup("total_debt", "each", Period(2024)))
    query = Query((Lookup("net_income", most), Compare(Lookup(line="Net sales"), ">", Number(5))))
    assert to_json(query) == {
        "outputs": [
            {
                "metric": "net_income",
                "company": {
                    "op": "highest",
                    "over": {"companies": ["KO", "PG"]},
                    "by": {"metric": "total_debt", "company": "each", "period": "FY2024"},
                },
                "period": "latest",
            },
            {
                "op": ">",
                "left": {"line": "Net sales", "company": "", "period": "latest"},
                "right": 5,
            },
        ],
        "form": None,
    }


def test_what_has_a_default_may_be_left_out_and_metrics_be_called_by_name() -> None:
    given = {"op": "growth", "of": {"metric": "Net sales", "company": "KO"}, "base": REVENUE}
    latest, before = Lookup("revenue", "KO"), Lookup("revenue", "KO", Period(2024))
    assert from_json({"outputs": [given]}, CATALOGUE) == Query((Growth(latest, before),))
    options = {"op": "lowest", "over": {"options": [REVENUE, 5]}}
    assert from_json({"outputs": [options]}).outputs == (
        Choose(Options((before, Number(5.0))), highest=False),
    )


def test_what_is_used_twice_is_named_once() -> None:
    most = {"op": "highest", "over": {"companies": ["KO", "PG"]}, "by": "$debt"}
    debt = {"metric": "total_debt", "company": "each", "period": "FY2024"}
    outputs = [{**REVENUE, "company": "$w"}, {**REVENUE, "company": "$w", "metric": "net_income"}]
    query = from_json({"let": {"debt": debt, "w": most}, "outputs": outputs}, CATALOGUE)
    chosen = {**most, "by": debt}
    written = [{**one, "company": chosen} for one in outputs]
    assert query == from_json({"outputs": written}, CATALOGUE)
    with pytest.raises(SecqaError, match="let has no such name before it"):
        from_json({"let": {"w": most, "debt": debt}, "outputs": outputs}, CATALOGUE)
    bomb = {
        f"n{at}": {"op": "+", "left": f"$n{at - 1}", "right": f"$n{at - 1}"} for at in range(1, 40)
    }
    with pytest.raises(SecqaError, match=r"nested deeper|more than"):
        from_json({"let": {"n0": 1, **bomb}, "outputs": ["$n39"]}, CATALOGUE)


def test_the_schema_and_the_prompt_have_all_nodes() -> None:
    written = [
        one["properties"]
        for definition in (SCHEMA, *SCHEMA["$defs"].values())
        for one in definition.get("anyOf", [definition])
        if "properties" in one
    ]
    prompt = query_instructions()
    for layout in LAYOUTS:
        for names in layout.together:
            alike = [one for one in written if set(one) == set(names)]
            assert any(set(layout.ops) <= set(one.get("op", {}).get("enum", ())) for one in alike)
        if layout.made not in (Defined, Query):
            assert all(re.search(rf"\b{field}\??[:,}}]", prompt) for field in layout.fields), layout
            assert "|".join(layout.ops) in prompt


def keywords(schema: Any) -> set[str]:
    """All keywords of a schema, names of fields and definitions left out."""
    if isinstance(schema, list):
        return set[str]().union(*map(keywords, schema))
    if not isinstance(schema, dict):
        return set()
    found = set[str]()
    for key, value in schema.items():
        inner = value.values() if key in ("properties", "$defs") else [value]
        found |= {key}.union(*map(keywords, inner))
    return found


def test_constrained_decoders_can_follow_the_schema() -> None:
    assert keywords(SCHEMA) <= {
        "$schema", "title", "description", "type", "properties", "required",
        "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs",
    }  # fmt: skip
    openai = pytest.importorskip("pydantic_ai.profiles.openai")
    transformer = openai.OpenAIJsonSchemaTransformer(SCHEMA, strict=None)
    transformer.walk()
    assert transformer.is_strict_compatible


def one(output: object) -> dict[str, object]:
    return {"outputs": [output]}


def nested(depth: int) -> dict[str, Any]:
    tree: dict[str, Any] = dict(REVENUE)
    for _ in range(depth - 1):
        tree = {"op": "absolute", "of": tree}
    return tree


CYCLE: dict[str, Any] = {"op": "absolute"}
CYCLE["of"] = CYCLE
CHOSEN = {"op": "highest", "over": {"companies": []}, "by": 1}
COUNT = {"op": "count", "over": {"companies": []}}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("{", "query: not JSON"),
        ("[" * 100_000, "query: nested too deep"),
        ("[1]", "must be an object with outputs"),
        ({}, "query: it needs 'outputs'"),
        ({"outputs": []}, "query: the list is empty"),
        ({"outputs": [REVENUE], "limit": 1}, "query: unknown field 'limit'"),
        (one({**REVENUE, "perod": "x"}), "outputs[0]: unknown field 'perod'; perhaps 'period'"),
        (one({"company": "KO"}), "outputs[0]: must have either a metric or a line"),
        (one({**REVENUE, "line": "Sales"}), "must have either a metric or a line"),
        (one({"op": "mean"}), "outputs[0]: unknown op 'mean'; one of +, -, "),
        (one({"op": {}}), "unknown op dict"),
        (one({"op": "growth", "of": 1}), "outputs[0]: growth needs 'base'"),
        (one({"op": "sum", "of": {"op": "filter"}}), "of: must be a value, not 'filter'"),
        (one({**COUNT, "where": REVENUE}), "where: must be a condition, not lookup"),
        (one({**REVENUE, "metric": "revnue"}), "unknown metric 'revnue': perhaps revenue"),
        (one({**REVENUE, "place": {"statement": "cash"}}), "must be one of \"\", income, "),
        (one({**REVENUE, "period": "last year"}), "outputs[0].period: 'last year' is no period"),
        (one({**REVENUE, "period": "2024-02-31"}), "no day of the calendar"),
        (one({**REVENUE, "period": 2024}), "outputs[0].period: must be text, not 2024"),
        (one({**REVENUE, "period": "each"}), "'each' must stand below an 'over' of years"),
        (one({**REVENUE, "company": "each"}), "'each' must stand below an 'over' of companies"),
        (one({**REVENUE, "company": "K\nO"}), "must be one line"),
        (one({**REVENUE, "company": "K" * 1000}), "must be one line of up to 300 characters"),
        (one({"op": "highest", "over": {"companies": []}}), "must have 'by'"),
        (one({**REVENUE, "period": CHOSEN}), "period: must be one that is chosen among years"),
        (one({**REVENUE, "company": {**CHOSEN, "top": 2}}), "company: must be one that is chosen"),
        (one({"op": "highest", "over": {"options": []}}), "the list is empty"),
        (one({"op": "highest", "over": {"options": [1]}, "rank": 0}), "rank: must be 1 or more"),
        (one({"op": "highest", "over": {"options": [1]}, "rank": True}), "whole number from 0"),
        (one({"op": "sum", "of": 1, "over": {"last": 2, "years": ["FY2024"]}}), "not several"),
        (one({"op": "sum", "of": 1, "over": {"parts": [], "kind": "x"}}), "one of segment, region"),
        (one(True), "outputs[0]: True is no number"),
        (one(float("nan")), "nan is no number"),
        (one(10**400), "is no number"),
        (one(None), "outputs[0]: must be something to ask for, not None"),
        (one(nested(13)), "nested deeper than 12"),
        (one(CYCLE), "nested deeper than 12"),
        ({"outputs": [5] * 201}, "outputs[200]: more than 200 nodes"),
        ({"outputs": [REVENUE], "form": {"unit": "yen"}}, "form.unit: must be one of"),
    ],
)  # fmt: skip
def test_what_is_no_query_is_said_in_one_line(bad: object, says: str) -> None:
    with pytest.raises(SecqaError) as raised:
        from_json(bad, CATALOGUE)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


def test_the_limits_themselves_pass() -> None:
    from_json(one(nested(12)))
    from_json({"outputs": [5] * 200})
