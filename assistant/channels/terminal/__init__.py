"""The conversation and its questions in a terminal."""
