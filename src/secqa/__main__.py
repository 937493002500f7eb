"""Run the command line as `python -m secqa`."""

from secqa.cli.main import start

start()
