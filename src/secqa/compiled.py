"""Import compiled modules instead of their sources while the sources are unchanged.

`hatch_build.py` compiles the modules that read filings into the package `secqa_compiled`, which
records the digest of their sources. If any source differs, all of them are imported from source,
because compiled modules depend on each other's internals.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent
"""The folder above the sources of `secqa`."""


class CompiledFinder(MetaPathFinder):
    """Import finder for the compiled modules in a folder, active while the digest matches."""

    def __init__(self, folder: Path, sources: Sequence[str], digest: str) -> None:
        self.folder = folder
        self.sources = frozenset(sources)
        self.digest = digest

    @cached_property
    def files(self) -> dict[str, Path]:
        """Compiled modules by name; empty if a source has changed."""
        if digest_of(self.sources, ROOT) != self.digest:
            return {}
        return {_name(file.relative_to(self.folder)): file for file in self.folder.rglob("*.so")}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the compiled module with this name, or None."""
        # mypyc puts code shared by all compiled modules into one with this suffix.
        if fullname not in self.sources and not fullname.endswith("__mypyc"):
            return None
        from importlib.util import spec_from_file_location

        file = self.files.get(fullname)
        return spec_from_file_location(fullname, file) if file is not None else None


def use_compiled() -> None:
    """Import compiled modules from now on, if they are installed."""
    try:
        import secqa_compiled as package
    except ImportError:
        return
    sys.meta_path.insert(
        0, CompiledFinder(Path(package.__path__[0]), package.SOURCES, package.DIGEST)
    )


def digest_of(names: Iterable[str], root: Path) -> str:
    """SHA-256 of the sources of modules under `root`; a missing file counts as empty."""
    from hashlib import sha256

    whole = sha256()
    for name in sorted(names):
        file = root.joinpath(*name.split(".")).with_suffix(".py")
        whole.update(file.read_bytes() if file.exists() else b"")
    return whole.hexdigest()


def _name(file: Path) -> str:
    """`a/b.cpython-311-x86_64-linux-gnu.so` -> "a.b"."""
    return ".".join((*file.parent.parts, file.name.split(".")[0]))
