"""Exact arithmetic of dice; knows no game."""
