"""Build hook: compile the modules that read filings, where there is a C compiler.

mypyc turns the same typed sources into C. The result does not lie beside the sources, where it
would hide later edits of them, but in a package of its own with the digest of its sources:
`secqa.compiled` imports it for exactly these. An installation without a C compiler is complete,
and slower.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (
    "filings/html/*.py",
    "filings/blocks.py",
    "filings/layout/printed_lines.py",
    "filings/layout/running_text.py",
    "filings/plain_text.py",
    "filings/sections/page_breaks.py",
    "filings/sections/elements.py",
    "filings/sections/sections.py",
    "filings/sections/statements.py",
    "filings/decoding.py",
    "filings/numbers.py",
    "facts/tags/ixbrl.py",
)


class CompileHook(BuildHookInterface[Any]):
    """Adds the package `secqa_compiled` to a wheel, an editable one too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or warn and continue where that fails."""
        package = self._folder / "secqa_compiled"
        self._clear()
        try:
            compile_to(package, Path(self.root, "src"))
        except (Exception, SystemExit) as error:
            self.app.display_warning(f"secqa reads filings uncompiled: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        key = "force_include_editable" if version == "editable" else "force_include"
        build_data[key] = {str(package): package.name}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind in the checkout."""
        self._clear()

    @property
    def _folder(self) -> Path:
        return Path(self.root, "build", "compiling")

    def _clear(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def compile_to(folder: Path, root: Path) -> None:
    """Compile the sources under `root` into a package at `folder`."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    sys.path.insert(0, str(root))
    from secqa.compiled import digest_of

    paths = sorted(path for glob in SOURCES for path in (root / "secqa").glob(glob))
    paths = [path for path in paths if path.name != "__init__.py"]
    scratch = str(folder.with_name("scratch"))
    # A cache of its own: that of the checkout is for checking with other options. What the sources
    # import is not checked: pip builds without numpy, whose types other modules use.
    options = ["--config-file=", f"--cache-dir={scratch}/mypy", "--ignore-missing-imports"]
    options += ["--follow-imports=silent", *map(str, paths)]
    modules = mypycify(options, opt_level="2", debug_level="0", target_dir=scratch)
    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder), scratch
    command.ensure_finalized()
    command.run()
    names = [".".join(path.relative_to(root).with_suffix("").parts) for path in paths]
    digest = digest_of(names, root)
    (folder / "__init__.py").write_text(f"SOURCES = {names!r}\nDIGEST = {digest!r}\n")
