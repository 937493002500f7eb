"""The HTML report of one or several runs."""
