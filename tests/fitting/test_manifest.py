"""The manifest names programs and files that exist, and runs a fit by its name."""

from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.fitting import manifest
from secqa.fitting.manifest import PACKAGE, WeightsFit, load_manifest, run_fit


@pytest.mark.parametrize("entry", load_manifest().values(), ids=load_manifest())
def test_programs_and_weights_exist(entry: WeightsFit) -> None:
    assert all((PACKAGE / path).is_file() for path in entry.writes)
    assert Path(entry.command(())[1]).is_file()


def test_all_weights_of_the_package_are_in_the_manifest() -> None:
    weights = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.npz")}
    assert weights <= {path for entry in load_manifest().values() for path in entry.writes}


def test_a_fit_gives_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    quit_with = WeightsFit("x", "", "", "benchmarks/conversation.py", ())
    monkeypatch.setattr(manifest, "load_manifest", lambda: {"x": quit_with})
    assert run_fit("x", ()) == 1
    with pytest.raises(SecqaError, match="no such weights; there are x"):
        run_fit("y", ())


def test_a_script_that_is_missing_is_an_error() -> None:
    with pytest.raises(SecqaError, match="fit in a checkout"):
        WeightsFit("x", "", "", "benchmarks/not_there.py", ()).command(())
