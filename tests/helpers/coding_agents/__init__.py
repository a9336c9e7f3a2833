"""Texts of settings files, as hypothesis makes them."""
