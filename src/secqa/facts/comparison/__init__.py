"""Values of several companies by metric and period, side by side."""
