"""Builders that `tests.ingest.edgar.test_filing_fetch` and other tests share."""

from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.errors import SecqaError


def run_secqa(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, SecqaError):
        return result.exception.exit_code, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout
