"""How far numbers can be trusted: intervals, tests and calibration."""
