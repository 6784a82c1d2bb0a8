"""Sirocco: a table for the wargames of the Mediterranean."""

__version__ = "0.1.0"
