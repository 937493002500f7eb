"""Facts of inline XBRL filings, ours against Arelle's, one by one.

    pip install secqa[arelle]
    python benchmarks/ixbrl.py FILING... [--all] [--transforms FILE]

Arelle reads each file without its taxonomies (`skipDTS`), so nothing is fetched: what the file
itself says of a fact is compared: concept, value, period, unit, dimensions, decimals, footnotes.
Facts are matched by their ids, those without by their order. Texts are compared by their letters:
Arelle gives the markup of a tagged note, secqa what a reader sees of it.
The transforms of the SEC (`ixt-sec`) are no part of Arelle's release, which gives an error in
place of such a value; `--transforms` names the module that has them, which the SEC publishes with
its EDGAR plugin (releases of Arelle up to 2.7 have it as `plugin/transforms/SEC/__init__.py`).
Without it all but these values is compared. What differs is told with the reason, where one can
be shown; exits with 1 when there is a difference without.
"""

import argparse
import gzip
import importlib.util
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from typing import Any

from secqa.facts.fact import Fact
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.read import read_filing

_MARKUP = re.compile(r"<[^>]*>")
_DURATION = re.compile(r"p(?:\d+[ymd])*(?:t\d+h)?")
_NO_TIME = re.compile(r"(?<!\d)0[ymdh]")
_SAME_BY_CHANCE = 30
"""Letters that what was left out may share with what follows it."""
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Said:
    """What one of the two says of a fact, in terms they share."""

    concept: str
    value: str
    start: date | None
    end: date
    unit: str
    decimals: str
    dimensions: tuple[tuple[str, str], ...]
    footnotes: tuple[str, ...]


_UNKNOWN = "a format of the SEC's"
"""Stands for a value that Arelle does not work out."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact they do not agree on."""

    filing: str
    fact_id: str
    field: str
    ours: str
    theirs: str
    why: str
    """What explains it; "" for nothing."""


def compare(path: Path, transforms: dict[Any, Any]) -> tuple[int, int, list[Difference]]:
    """Facts of a filing by Arelle's count, values it does not know, and what differs."""
    ours, theirs = _by_id(_ours(path)), _by_id(_theirs(path, transforms))
    found = []
    undeclared = _undeclared(_bytes(path).decode(errors="replace"))
    for fact_id in dict.fromkeys([*theirs, *ours]):
        mine, other = ours.get(fact_id), theirs.get(fact_id)
        if mine is None or other is None:
            field = "missing here" if mine is None else "missing there"
            prefix = (mine or other).concept.partition(":")[0]  # type: ignore[union-attr]
            why = f"the file declares no {prefix}:" if prefix in undeclared else ""
            found.append(Difference(path.name, fact_id, field, str(mine), str(other), why))
            continue
        for field in Said.__dataclass_fields__:
            a, b = getattr(mine, field), getattr(other, field)
            if a != b and b != _UNKNOWN:
                why = _why(field, a, b, undeclared, ours.values())
                found.append(Difference(path.name, fact_id, field, str(a), str(b), why))
    unknown = sum(said.value == _UNKNOWN for said in theirs.values())
    return len(theirs), unknown, found


def _undeclared(source: str) -> set[str]:
    """Prefixes that a file uses and never says the meaning of."""
    used = re.findall(r"\b(?:name|format|dimension)=[\"']([\w-]+):", source)
    used += re.findall(r">\s*([\w-]+):[\w.-]+\s*</\w+:(?:measure|explicitMember)>", source)
    return set(used) - set(re.findall(r"\bxmlns:([\w-]+)\s*=", source))


def _why(field: str, mine: Any, other: Any, undeclared: set[str], all_ours: Iterable[Said]) -> str:
    """What explains a difference between two facts; "" for nothing."""
    failed = {"value": "ixtransformvalueerror", "unit": "invalidMeasureQName"}.get(field, "")
    prefixes = {n.partition(":")[0] for pair in mine for n in pair} if field == "dimensions" else ()
    no_format = field == "value" and undeclared & {"ixt", "ixt-sec"}
    if undeclared and ((failed and failed in other) or undeclared & set(prefixes) or no_format):
        return f"the file declares no {', '.join(sorted(undeclared))}:"
    if field == "value" and len(mine) > len(other):
        same = next((i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), 0)
        for begin in range(max(same - _SAME_BY_CHANCE, 0), same + 1):
            gap = mine[begin : begin + len(mine) - len(other)]
            if mine.replace(gap, "", 1) == other and any(s.value.startswith(gap) for s in all_ours):
                return "Arelle leaves out the text of a tag within, which goes on elsewhere"
    return ""


def _bytes(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def _by_id(facts: Iterator[tuple[str, Said]]) -> dict[str, Said]:
    counted: Counter[str] = Counter()
    by_id = {}
    for fact_id, said in facts:
        counted[fact_id] += 1
        by_id[f"{fact_id}/{counted[fact_id]}"] = said
    return by_id


def _ours(path: Path) -> Iterator[tuple[str, Said]]:
    for fact in facts_of(read_filing(path)):
        value = _number(fact.value) if fact.value is not None else _letters(fact.text)
        yield (
            fact.fact_id,
            Said(
                concept=fact.concept,
                value="nil" if fact.nil else value,
                start=fact.start,
                end=fact.end,
                unit=fact.unit,
                decimals=_decimals(fact),
                dimensions=fact.dimensions,
                footnotes=tuple(sorted(map(_letters, fact.footnotes))),
            ),
        )


def _decimals(fact: Fact) -> str:
    if fact.decimals is None:
        return "INF" if fact.unit and not fact.nil else ""
    return str(fact.decimals)


def _theirs(path: Path, transforms: dict[Any, Any]) -> Iterator[tuple[str, Said]]:
    from arelle import Cntlr, XbrlConst

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "filing.htm"
        plain.write_bytes(_bytes(path))
        controller = Cntlr.Cntlr(logFileName="logToBuffer")
        controller.webCache.workOffline = True
        controller.modelManager.skipDTS = True
        controller.modelManager.customTransforms = transforms
        model = controller.modelManager.load(str(plain))
        notes = model.relationshipSet(XbrlConst.factFootnote)
        for fact in model.facts:
            texts = [note.toModelObject.viewText() for note in notes.fromModelObject(fact)]
            yield fact.id or "", _said_by_arelle(fact, texts)
        controller.modelManager.close()


def sec_transforms(path: Path) -> dict[Any, Any]:
    """The functions of the SEC's module, by the names of their formats."""
    described = importlib.util.spec_from_file_location(
        "sec_transforms", path, submodule_search_locations=[str(path.parent)]
    )
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    sys.modules["sec_transforms"] = module
    described.loader.exec_module(module)
    found: dict[Any, Any] = {}
    module.loadSECtransforms(found)
    return found


def _said_by_arelle(fact: Any, footnotes: Sequence[str]) -> Said:
    context = fact.context
    # Arelle ends a period at midnight of the next day.
    end = (context.endDatetime - timedelta(days=1)).date()
    start = None if context.isInstantPeriod else context.startDatetime.date()
    numeric = fact.unitID is not None
    text = str(fact.value)
    value = "nil" if fact.isNil else _arelle_number(text) if numeric else _letters(text)
    if text == "(ixTransformValueError)" and str(fact.get("format")).startswith("ixt-sec:"):
        value = _UNKNOWN
    return Said(
        concept=str(fact.qname),
        value=value,
        start=start,
        end=end,
        unit=_unit(fact.unit) if numeric else "",
        decimals=(fact.decimals or "") if numeric and not fact.isNil else "",
        dimensions=tuple(sorted(_dimension(d) for d in context.qnameDims.values())),
        footnotes=tuple(sorted(map(_letters, footnotes))),
    )


def _arelle_number(text: str) -> str:
    try:
        return _number(float(text))
    except ValueError:
        return _letters(text)


def _unit(unit: Any) -> str:
    over, under = unit.measures
    names = ["*".join(str(m.localName) for m in measures) for measures in (over, under)]
    return "/".join(filter(None, names))


def _dimension(dimension: Any) -> tuple[str, str]:
    member = dimension.memberQname if dimension.isExplicit else dimension.typedMember.stringValue
    return str(dimension.dimensionQname), str(member).strip()


def _number(value: float) -> str:
    return f"{value:.12g}"


def _letters(text: str) -> str:
    letters = _NOT_LETTERS.sub("", unescape(_MARKUP.sub("", text))).lower()
    # "P0Y6M" is "P6M".
    return _NO_TIME.sub("", letters) if _DURATION.fullmatch(letters) else letters


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the filings named, and print what differs."""
    parser = argparse.ArgumentParser(description="Facts of filings, ours against Arelle's.")
    parser.add_argument("filings", nargs="+", type=Path, metavar="FILING")
    parser.add_argument("--all", action="store_true", help="print every difference in full")
    parser.add_argument("--transforms", type=Path, help="the SEC's module of transforms")
    options = parser.parse_args(arguments)
    transforms = sec_transforms(options.transforms) if options.transforms else {}
    differences: list[Difference] = []
    for path in options.filings:
        began = time.perf_counter()
        count, unknown, found = compare(path, transforms)
        differences += found
        seconds = time.perf_counter() - began
        print(
            f"{path}: {count:,} facts, {len(found):,} differ; {unknown:,} values in formats of the "
            f"SEC's ({seconds:.1f} s)",
            flush=True,
        )
    kinds = Counter(difference.field for difference in differences)
    print("differences:", ", ".join(f"{k} {n:,}" for k, n in kinds.items()) or "none")
    for why, count in Counter(d.why or "without a reason" for d in differences).items():
        print(f"  {count:,}: {why}")
    unexplained = [difference for difference in differences if not difference.why]
    for d in differences if options.all else unexplained[:20]:
        print(f"  {d.filing} {d.fact_id} {d.field}: {d.ours[:160]!r}, Arelle {d.theirs[:160]!r}")
        print(f"    {d.why or 'no reason found'}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
