"""Neural models on audio: wake word, voice activity, end of turn."""
