"""Which hosts are public, what a page holds. Pure."""
