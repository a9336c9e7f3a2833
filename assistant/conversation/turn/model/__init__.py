"""Retries, queue, partial replies, recovery. Pure."""
