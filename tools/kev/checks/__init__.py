"""Checks that no compiler makes, and files that are generated from runs."""
