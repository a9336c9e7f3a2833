-- Whether a request was begun is asked by the id of its turn, in whichever conversation it is.

CREATE INDEX messages_by_turn ON messages (turn_id) WHERE turn_id IS NOT NULL;
