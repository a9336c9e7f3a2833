"""`parley bench voice`: the voice loop over recordings in a virtual room."""
