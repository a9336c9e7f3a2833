"""Which built-in tools there are, with what each of them needs."""
