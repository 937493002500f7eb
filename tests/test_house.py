"""The layout of the package: imports point one way, folders are small, names are unique."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.support.wall_cases import MODULES, imports

import secqa

SOURCE = Path(secqa.__file__).parent
PACKAGES = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")
FLOORS = (
    *(
        "errors",
        "arguments",
        "record",
        "data_table",
        "files",
        "compiled",
        "extensions",
        "word_lists",
        "progress",
        "charts",
        "learning",
    ),
    *("filings", "metrics", "corpus", "facts", "export", "query"),
    *("models", "parsing", "retrieval", "reading", "systems", "conversation"),
    *("serving", "cluster", "benchmark", "evaluation", "fitting"),
    *("ingest", "api", "app", "sample", "cli"),
)
"""Folders and modules of the package from the bottom up; imports point down."""


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


def test_imports_point_down() -> None:
    upward = {
        (module, name)
        for module in MODULES
        for name in inner(module)
        if module.count(".") and name.count(".") and floor(module) < floor(name)
    }
    assert {pair for pair in upward if "__main__" not in pair[0]} == set()


def floor(module: str) -> int:
    """The place of a module's folder in FLOORS; the entry point stands above all."""
    folder = module.split(".")[1]
    return len(FLOORS) if folder == "__main__" else FLOORS.index(folder)


def test_circles_are_seen() -> None:
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_one_name_is_one_module() -> None:
    places: defaultdict[str, list[Path]] = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        places[path.stem].append(path)
    del places["__init__"]
    assert [paths for paths in places.values() if len(paths) > 1] == []


def test_one_name_is_one_class() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path}:{node.lineno}")
    assert [lines for lines in places.values() if len(lines) > 1] == []


def test_a_folder_holds_at_most_14_modules() -> None:
    modules = Counter(path.parent for path in SOURCE.rglob("*.py") if path.stem != "__init__")
    assert {folder: count for folder, count in modules.items() if count > 14} == {}
