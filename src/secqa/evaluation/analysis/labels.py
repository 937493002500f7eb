"""What settings are called where they stand beside each other."""

from collections.abc import Sequence

from secqa.evaluation.scores import RunScores


def labels_of(settings: Sequence[RunScores]) -> list[str]:
    """ "codegen-docs, k = 8", with the run where two settings would read the same."""
    names = [_named(setting) for setting in settings]
    return [
        f"{name} ({setting.run})" if names.count(name) > 1 else name
        for name, setting in zip(names, settings, strict=True)
    ]


def _named(setting: RunScores) -> str:
    model = "" if setting.model == "offline" else f", {setting.model}"
    version = "" if setting.version is None else f", {setting.version}"
    return f"{setting.system}{model}{version}, k = {setting.pages}"
