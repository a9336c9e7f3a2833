"""The built-in model: llama.cpp in a child process."""
