"""What no compiler checks, and what is generated from runs."""
