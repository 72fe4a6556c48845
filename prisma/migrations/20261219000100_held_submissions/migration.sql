-- Until when a submission can be taken back. The annotation is a draft until then, to everybody: only its owner's requests and the
-- job that submits it read this column (docs/decisions/076-taking-a-submission-back.md).
ALTER TABLE "annotations" ADD COLUMN "held_until" TIMESTAMPTZ(3);
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_held_is_draft" CHECK ("held_until" IS NULL OR "state" = 'draft');
CREATE INDEX "annotations_held" ON "annotations" ("held_until") WHERE "held_until" IS NOT NULL;
