"""The dialog a question is put with."""
