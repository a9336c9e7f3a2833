"""Which notification there is for what happens, what its buttons do, and when it goes. No Qt."""
