"""Measures what Parley is judged by: `parley bench`, in a checkout."""
