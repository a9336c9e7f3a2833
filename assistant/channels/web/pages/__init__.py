"""Questions on pages in the browser."""
