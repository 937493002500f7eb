"""The bundled catalogue holds together, and a user's own file can add to it."""

from collections import defaultdict
from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.filings.document import Statement
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.formula import parse, parts
from secqa.metrics.metric import PRESUMPTIONS

CATALOGUE = load_catalogue()
BASE = list(CATALOGUE.base())
COMPOUND = list(CATALOGUE.compound())


def test_it_covers_the_statements_and_what_is_worked_out_from_them() -> None:
    assert len(BASE) >= 60
    assert len(COMPOUND) >= 30
    assert {m.statement for m in BASE} >= {"income", "balance_sheet", "cash_flow", ""}


def test_no_phrase_belongs_to_two_metrics() -> None:
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for metric in CATALOGUE.metrics.values():
        for phrase in (metric.name.lower(), *metric.synonyms):
            owners[phrase].append(metric.id)
    assert {phrase: ids for phrase, ids in owners.items() if len(ids) > 1} == {}


def test_entry() -> None:
    for metric in CATALOGUE.metrics.values():
        assert metric.unit in {"USD", "USD/shares", "shares", "count", "pure"}
        assert metric.period in {"duration", "instant"}
        assert metric.statement in {"", *Statement}
        for phrases in (metric.synonyms, metric.printed, metric.not_printed, metric.sections):
            assert all(phrase == phrase.lower().strip() for phrase in phrases)
            assert len(set(phrases)) == len(phrases)
        if metric.statement in {"balance_sheet"}:
            assert metric.period == "instant"
        if metric.statement in {"income", "comprehensive_income"}:
            assert metric.period == "duration"


def test_names_presume_nothing_and_synonyms_what_is_known() -> None:
    for metric in CATALOGUE.metrics.values():
        industries = {"general", *(one.marks for one in CATALOGUE.metrics.values() if one.marks)}
        for synonym, presumed in metric.presumes:
            assert synonym in metric.synonyms
            assert presumed in {*PRESUMPTIONS, *industries}, synonym
        assert not {"used", "provided"} & set(metric.name.split())


def test_base_metrics_can_be_found_on_a_page() -> None:
    for metric in BASE:
        assert metric.printed
        assert metric.concepts or metric.stated or metric.id == "employees", "these are not tagged"
        for label in metric.printed:
            assert not any(word in label for word in metric.not_printed), label


def test_compound_metrics_say_what_they_are_made_of() -> None:
    for metric in COMPOUND:
        assert metric.definition
        assert not metric.concepts
        assert not metric.fallback
        assert all(part.metric in CATALOGUE.metrics for part in parts(parse(metric.formula)))


def test_own_entries_add_and_change(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[stores]\nname = "number of stores"\nunit = "count"\nperiod = "instant"\n'
        'concepts = ["NumberOfStores"]\n'
        '[revenue_per_store]\nname = "revenue per store"\nunit = "USD"\nperiod = "duration"\n'
        'formula = "revenue / stores"\n'
        '[revenue_per_old_store]\nname = "revenue per old store"\nunit = "USD"\n'
        'period = "duration"\nformula = "revenue / prior(stores)"\n'
        '[goodwill]\nname = "the goodwill"\n'
    )
    catalogue = load_catalogue(own)
    assert catalogue["revenue_per_store"].formula == "revenue / stores"
    assert catalogue["revenue_per_store"].definition == "total revenues / number of stores"
    assert catalogue["revenue_per_old_store"].definition == (
        "total revenues / number of stores of the previous year"
    )
    assert catalogue["goodwill"].name == "the goodwill"
    assert catalogue["goodwill"].concepts == CATALOGUE["goodwill"].concepts
    assert catalogue["revenue"] == CATALOGUE["revenue"]


HEAD = 'name = "x"\nunit = "USD"\nperiod = "duration"\nconcepts = ["X"]\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[a\n", "not TOML"),
        ('[a]\nname = "a"\n', "needs name, unit and period"),
        (f"[a]\n{HEAD}colour = 1\n", "unknown keys"),
        (f'[a]\n{HEAD}synonyms = "one"\n', "synonyms is not a list of texts"),
        (f"[a]\n{HEAD}printed = [1]\n", "printed is not a list of texts"),
        (f'[a]\n{HEAD}formula = "revenue +"\n', "[a] formula"),
        (f'[a]\n{HEAD}formula = "revenue + b"\n', "unknown metrics ['b']"),
        ("a = 1\n", "begin one with [its_id]"),
        ("['A b']\nname = 'a'\n", "begin one with [its_id]"),
        (f'[a]\n{HEAD}synonyms = ["net income"]\n', "'net income' is a name of net_income"),
        (f'[a]\n{HEAD}not_in = ["farm"]\n', "not_in ['farm']: not of general, bank, insurer"),
        ('[a]\nname = "a"\nlike = "b"\n', "like 'b': no such entry"),
        (f"[a]\n{HEAD}[b]\n{HEAD}", "'x' is a name of a"),
        (f'[a]\n{HEAD}statement = "notes"\n', "statement 'notes' is none of income"),
        ('[a]\nname = "x"\nunit = "EUR"\nperiod = "duration"\n', "unit 'EUR' is none of USD"),
        ('[a]\nname = "x"\nunit = "USD"\nperiod = "duration"\n', "give concepts, a formula"),
        (f'[a]\n{HEAD}formula = "b"\n[b]\n{HEAD}formula = "a"\n', "in a circle"),
    ],
)
def test_a_broken_file_is_refused_with_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(SecqaError, match=r"own\.toml") as caught:
        load_catalogue(own)
    assert problem in str(caught.value)


def test_unknown_ids_and_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="unknown metric 'ebitdax'"):
        CATALOGUE["ebitdax"]
    with pytest.raises(SecqaError, match=r"none\.toml: cannot be read"):
        load_catalogue(tmp_path / "none.toml")


def test_deferred_tax_assets_go_before_what_is_left_after_liabilities() -> None:
    concepts = CATALOGUE["deferred_tax_assets"].concepts
    assert concepts.index("DeferredTaxAssetsNet") < concepts.index(
        "DeferredTaxAssetsLiabilitiesNet"
    )


def test_an_entry_can_be_like_another_but_for_what_it_names(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[takings]\nlike = "revenue"\nname = "takings"\nsections = ["tills"]\n')
    takings = load_catalogue(own)["takings"]
    assert takings.concepts == CATALOGUE["revenue"].concepts
    assert (takings.name, takings.synonyms, takings.sections) == ("takings", (), ("tills",))


def test_own_metrics_can_mark_an_industry_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    acres = 'name = "acres sown"\nunit = "count"\nperiod = "instant"\nconcepts = ["acme:Acres"]\n'
    herds = '[herds]\nlike = "acres"\nname = "herds of cattle"\n'
    path.write_text(f'[acres]\nmarks = "farm"\n{acres}{herds}[deposits]\nnot_in = ["farm"]\n')
    catalogue = load_catalogue(path)
    assert catalogue["deposits"].not_in == ("farm",)
    # Another line with the same concepts does not tell it a second time.
    assert (catalogue["acres"].marks, catalogue["herds"].marks) == ("farm", "")
