-- How long somebody's tasks take is told from their last submissions.
CREATE INDEX "annotations_user_id_state_submitted_at_idx" ON "annotations" ("user_id", "state", "submitted_at");
DROP INDEX "annotations_user_id_state_idx";
