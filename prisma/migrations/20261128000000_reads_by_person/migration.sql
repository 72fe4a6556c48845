-- Whoever asks for the next task gets none whose answers they have read: found by person, not among everybody's readings.
CREATE INDEX "answer_reads_user_id_task_id_idx" ON "answer_reads" ("user_id", "task_id");
