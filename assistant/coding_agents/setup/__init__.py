"""Telling coding agents where Parley is: their settings files, changed so that they can be put back."""
