"""How a question that nobody answers gets louder, step by step. Pure as a whole."""
