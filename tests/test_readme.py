"""The README and the pages of docs/ that follow it run, in the order shown, in a new folder."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.corpus_commands_cases import run

ROOT = Path(__file__).parents[1]
PAGES = ("README", "docs/ask", "docs/measure", "docs/models", "docs/conversation", "docs/python")
"""Each goes on where the one before ended."""
BLOCK = re.compile(r"```(sh|python|toml)(?: title=(\S+))?\n(.*?)```", re.DOTALL)
AS_THE_MAKEFILE = {"make demo": "secqa demo --out demo", ". .venv/bin/activate": ".venv"}
"""Commands that a test cannot run, and what the Makefile must hold for them."""
FEWER = ("--count 48", "--count 12")
"""A benchmark of the pages, and one that has all kinds of its questions too."""
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#([^)]+))?\)")


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory, demo: Path) -> Path:
    """A folder with what `make demo` leaves; ingesting the same filings again finds all there."""
    folder = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(demo, folder / "demo")
    shutil.copytree(demo / "corpus", folder / "corpus")
    return folder


def test_all_that_is_shown_runs(
    newcomer: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(newcomer)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("SECQA_CACHE", str(newcomer / "replies.sqlite"))
    makefile = (ROOT / "Makefile").read_text()
    commands: set[str] = set()
    for page in PAGES:
        names: dict[str, object] = {}
        for language, title, block in BLOCK.findall(
            (ROOT / f"{page}.md").read_text(encoding="utf-8")
        ):
            if language == "toml":
                assert title, f"{page}: how to test this? {block}"
                Path(title).write_text(block, encoding="utf-8")
            elif language == "python":
                exec(block, names)
                assert "KO" in capfd.readouterr().out or page != "README"
            for command in block.splitlines() if language == "sh" else ():
                if command in AS_THE_MAKEFILE:
                    assert AS_THE_MAKEFILE[command] in makefile
                elif command not in commands:  # what the README shows again
                    run_shown(command, capfd)
                commands.add(command)
    assert len(commands) >= 25
    assert Path("report.html").stat().st_size > 10_000
    assert Path("py-report.html").stat().st_size > 10_000


def run_shown(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Run a command in this process, or by the shell where it needs one."""
    assert "secqa " in command, f"how to test this? {command}"
    command = command.replace(*FEWER)
    capfd.readouterr()
    if "|" in command:
        started = command.replace("secqa ", f"{shlex.quote(sys.executable)} -m secqa ")
        code = subprocess.run(started, shell=True, check=False).returncode
    else:
        code = run(*shlex.split(command)[1:])
    said = capfd.readouterr()
    assert code == 0, f"{command}\n{said.err}"
    assert said.out.strip(), f"{command}\nprinted nothing"


def test_the_readme_shows_what_is_printed(
    newcomer: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (printed,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    question = re.findall(r'secqa ask ("[^"]*")', text)[0]
    monkeypatch.chdir(newcomer)
    assert run("ask", shlex.split(question)[0], "--corpus", "demo/corpus") == 0
    # Each fit of the weights moves the confidence by a point or two.
    shown, expected = (
        re.sub(r"confidence \d+%", "confidence", one) for one in (capfd.readouterr().out, printed)
    )
    assert shown == expected


def test_links_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    lost = []
    for page in pages:
        for path, heading in LINK.findall(page.read_text(encoding="utf-8")):
            target = page.parent / path
            if not target.exists() and target.name != "commands.md":
                lost.append(f"{page.name}: {path}")
            elif heading and heading not in headings(target):
                lost.append(f"{page.name}: {path}#{heading}")
    assert lost == []


def headings(page: Path) -> set[str]:
    """The addresses of the headings of a page."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_readme_takes_five_minutes_and_the_site_has_every_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) < 800
    listed = set(re.findall(r'"(\w+\.md)"', (ROOT / "zensical.toml").read_text()))
    assert listed == {page.name for page in (ROOT / "docs").glob("*.md")} | {"commands.md"}


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="the site is built by the group docs")
    (tmp_path / "src").symlink_to(ROOT / "src")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    commands = tmp_path / "docs" / "commands.md"
    reference = [sys.executable, "-m", "typer", "secqa.cli.main", "utils", "docs"]
    reference += ["--name", "secqa", "--title", "Commands", "--output", str(commands)]
    subprocess.run(reference, env=environment, capture_output=True, text=True, check=True)
    written = commands.read_text(encoding="utf-8")
    assert "## `secqa leaderboard`" in written
    assert "`--corpus FOLDER|ADDRESS`: Folder of the corpus" in written
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(build, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "FilingCorpus" in (tmp_path / "build/site/api/index.html").read_text(encoding="utf-8")
    served = "".join(p.read_text(encoding="utf-8") for p in tmp_path.glob("build/site/**/*.html"))
    assert not re.search(r'<(?:script|img)[^>]*src="https?:', served)
