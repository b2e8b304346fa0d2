"""The exercises: what a student does with them, and how they are graded."""
