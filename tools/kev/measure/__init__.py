"""Runs demonstrations, benchmarks and experiments, and writes the report."""
