"""Facts that stand in another file than the pages: a filing and its path in, its facts out.

Until 2019 the pages were HTML and the facts a plain XBRL instance beside them; for what has
neither tags nor an instance there is EDGAR's company-facts file. Such facts have no places: their
figures are looked for in the statements, and later on the other pages. An instance also says
what the cover does not.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from secqa.facts.fact import Fact
from secqa.facts.tags.company_facts import company_facts
from secqa.facts.tags.instance import instance_facts, is_instance
from secqa.facts.tags.ixbrl import facts_of
from secqa.facts.tags.statement_places import placed_in_statements
from secqa.filings.document import Filing, Metadata
from secqa.filings.read import load_file

_DOCUMENTS = (".htm", ".html", ".xhtml", ".txt", ".pdf")


def with_facts(filing: Filing, path: Path) -> tuple[Filing, tuple[Fact, ...]]:
    """A filing and its facts: those tagged in it, else those of its instance, else EDGAR's.

    An instance is a file of the same name with `.xml`, or the only one of a folder that holds one
    document; company facts are `CIK<ten digits>.json` in the folder or the one above. What an
    instance says of the filing replaces what was guessed.
    Raises SecqaError for a file beside that cannot be read.
    """
    tagged = facts_of(filing)
    if tagged:
        return filing, tagged
    beside = _instance_beside(path)
    if beside is not None:
        facts = instance_facts(load_file(beside)[0], beside.name)
        metadata = _completed(filing.document.metadata, facts)
        completed = replace(filing, document=replace(filing.document, metadata=metadata))
        return completed, placed_in_statements(facts, completed.document)
    document = filing.document.metadata
    for folder in (path.parent, path.parent.parent):
        everything = folder / f"CIK{document.cik}.json"
        if document.cik and everything.is_file():
            facts = company_facts(load_file(everything)[0], document, everything.name)
            return filing, placed_in_statements(facts, filing.document)
    return filing, ()


def _instance_beside(path: Path) -> Path | None:
    name = path.name.removesuffix(".gz")
    stem = name.rpartition(".")[0] or name
    for own in (f"{stem}.xml", f"{stem}_htm.xml", f"{name}.xml"):
        for beside in (path.with_name(own), path.with_name(f"{own}.gz")):
            if beside.is_file() and is_instance(load_file(beside)[0]):
                return beside
    if not path.parent.is_dir():
        return None
    files = sorted(path.parent.iterdir())
    documents = [f for f in files if f.name.removesuffix(".gz").lower().endswith(_DOCUMENTS)]
    if len(documents) != 1:
        return None
    instances = [
        f
        for f in files
        if f.name.removesuffix(".gz").lower().endswith(".xml") and is_instance(load_file(f)[0])
    ]
    return instances[0] if len(instances) == 1 else None


def _completed(metadata: Metadata, facts: Sequence[Fact]) -> Metadata:
    """Metadata with what is tagged in place of what was guessed or is not known."""
    said = {f.concept: f.text for f in facts if f.concept.startswith("dei:") and not f.dimensions}
    end = said.get("dei:DocumentPeriodEndDate", "")
    year = said.get("dei:DocumentFiscalYearFocus", "")
    stated: dict[str, str | int | date] = {
        "company": said.get("dei:EntityRegistrantName", ""),
        "ticker": said.get("dei:TradingSymbol", "").upper(),
        "cik": said.get("dei:EntityCentralIndexKey", ""),
        "form": said.get("dei:DocumentType", ""),
        "fiscal_period": said.get("dei:DocumentFiscalPeriodFocus", ""),
        "fiscal_year": int(year) if year.isdigit() else 0,
    }
    try:
        stated["period_end"] = date.fromisoformat(end)
    except ValueError:
        stated["period_end"] = ""
    taken = {
        name: value
        for name, value in stated.items()
        if value and (name in metadata.guessed or not getattr(metadata, name))
    }
    guessed = tuple(name for name in metadata.guessed if name not in taken)
    return replace(metadata, **taken, guessed=guessed)  # type: ignore[arg-type]
