"""The life of questions: put, presented, answered once, stored."""
