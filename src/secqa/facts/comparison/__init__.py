"""Compare values of several companies by metric and period."""
