"""`python -m secqa`."""

from secqa.cli.main import start

start()
