"""Compiled modules are found for the sources that they were made of, and for no others."""

from pathlib import Path

import pytest

from secqa import compiled

SOURCES = ("pkg.first", "pkg.second")


@pytest.fixture
def finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> compiled.CompiledFinder:
    made = tmp_path / "made"
    for folder, suffix in ((tmp_path, ".py"), (made, ".cpython-311-darwin.so")):
        (folder / "pkg").mkdir(parents=True)
        for name in ("first", "second"):
            (folder / "pkg" / f"{name}{suffix}").write_text(name)
    (made / "0ab__mypyc.so").write_text("")
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    digest = compiled.digest_of(SOURCES, tmp_path)
    return compiled.CompiledFinder(made, SOURCES, digest)


def test_compiled_modules_are_found_in_place_of_their_sources(
    finder: compiled.CompiledFinder,
) -> None:
    spec = finder.find_spec("pkg.second")
    assert spec is not None
    assert spec.origin == str(finder.folder / "pkg" / "second.cpython-311-darwin.so")
    assert finder.find_spec("0ab__mypyc") is not None
    assert finder.find_spec("pkg") is None
    assert finder.find_spec("pkg.third") is None


@pytest.mark.parametrize("edited", ["first", "second"])
def test_an_edited_source_takes_the_place_of_all_compiled_modules(
    finder: compiled.CompiledFinder, edited: str
) -> None:
    (compiled.ROOT / "pkg" / f"{edited}.py").write_text("edited")
    assert finder.find_spec("pkg.first") is None
    assert finder.find_spec("pkg.second") is None
    assert finder.find_spec("0ab__mypyc") is None


def test_a_source_that_is_gone_is_an_edited_one(finder: compiled.CompiledFinder) -> None:
    (compiled.ROOT / "pkg" / "first.py").unlink()
    assert finder.find_spec("pkg.second") is None
