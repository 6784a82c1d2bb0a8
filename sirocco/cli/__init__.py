"""The command line and the text board."""
