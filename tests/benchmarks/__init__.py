"""Measurements of the product, each a command: python -m tests.benchmarks.<name>."""
