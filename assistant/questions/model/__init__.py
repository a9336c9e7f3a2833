"""Questions, answers, and what makes an answer valid. Pure."""
