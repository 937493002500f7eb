"""What filings come in: archives, full submissions, files with a sidecar and exhibits."""
