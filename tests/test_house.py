"""The house: data flows one way, so imports never go round, and a name means one module."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest
from tests.test_wall import MODULES, imports

import secqa

PACKAGES = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")
EVERYONES = {"errors", "files", "record"}
BUILDS_ON = {
    "filings": set[str](),
    "learning": set[str](),
    "metrics": {"learning"},
    "corpus": {"filings", "metrics"},
    "facts": {"filings", "metrics", "corpus"},
}
"""The lower floors, and what each may import; those above them only must not go round."""


def circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """A way through a graph back to where it began, [] where there is none."""
    done: set[str] = set()
    for start in graph:
        way, waiting = [start], [iter(graph[start])]
        while way:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                done.add(way.pop())
            elif following in way:
                return [*way[way.index(following) :], following]
            elif following not in done:
                way.append(following)
                waiting.append(iter(graph.get(following, ())))
    return []


@cache
def inner(module: str) -> set[str]:
    """What a module imports, a package only where nothing in it is named."""
    named = imports(module)
    return {name for name in named if not any(other.startswith(f"{name}.") for other in named)}


def test_modules_import_each_other_in_no_circle() -> None:
    assert circle({module: inner(module) for module in MODULES}) == []


def parts(package: str) -> dict[str, set[str]]:
    """What each part of a folder imports of its other parts."""
    depth = package.count(".") + 2
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for module in MODULES:
        part = ".".join(module.split(".")[:depth])
        for name in inner(module):
            other = ".".join(name.split(".")[:depth])
            if all(each.startswith(f"{package}.") for each in (part, other)) and part != other:
                graph[part].add(other)
    return graph


def test_parts_of_a_folder_import_each_other_in_no_circle() -> None:
    found = {package: circle(parts(package)) for package in PACKAGES}
    assert {package: way for package, way in found.items() if way} == {}


@pytest.mark.parametrize("folder", BUILDS_ON)
def test_lower_floors_import_what_is_below(folder: str) -> None:
    allowed = {folder} | BUILDS_ON[folder] | EVERYONES
    for module in MODULES:
        if module.startswith(f"secqa.{folder}."):
            assert {name.split(".")[1] for name in inner(module)} <= allowed, module


def test_circles_are_seen() -> None:
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_one_name_is_one_module() -> None:
    places: defaultdict[str, list[Path]] = defaultdict(list)
    for folder in BUILDS_ON:
        for path in (Path(secqa.__file__).parent / folder).rglob("*.py"):
            places[path.stem].append(path)
    del places["__init__"]
    assert [paths for paths in places.values() if len(paths) > 1] == []
