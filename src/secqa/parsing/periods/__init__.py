"""What questions say of time: phrases, fiscal periods, how they belong together."""
