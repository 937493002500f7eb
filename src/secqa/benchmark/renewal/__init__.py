"""Benchmarks that stay new and comparable: by date, by company, by year, made again."""
