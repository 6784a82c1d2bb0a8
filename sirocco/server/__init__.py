"""The table on the network: matches in a database, HTTP and WebSocket before it.

It knows no game: positions come from views, choices from offers, words from text boards.
"""
