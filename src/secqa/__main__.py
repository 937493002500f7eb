"""`python -m secqa`."""

from secqa.cli.main import main

main()
