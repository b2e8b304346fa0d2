"""Looks at the built site in a real browser."""
