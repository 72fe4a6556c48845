-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('manager', 'annotator', 'reviewer', 'viewer');

-- CreateEnum
CREATE TYPE "ConsolidationPolicy" AS ENUM ('discussion', 'reviewer', 'majority', 'votes');

-- CreateEnum
CREATE TYPE "SkipPolicy" AS ENUM ('others', 'again', 'manager');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('uploading', 'checking', 'ready', 'refused', 'applying', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "TaskState" AS ENUM ('preparing', 'open', 'consolidating', 'approving', 'gold', 'discarded');

-- CreateEnum
CREATE TYPE "AssignmentState" AS ENUM ('reserved', 'assigned', 'submitted', 'skipped', 'released');

-- CreateEnum
CREATE TYPE "AssignmentOrigin" AS ENUM ('queue', 'manager', 'pair', 'import');

-- CreateEnum
CREATE TYPE "AnnotationState" AS ENUM ('draft', 'submitted');

-- CreateEnum
CREATE TYPE "AnnotationOrigin" AS ENUM ('person', 'import');

-- CreateEnum
CREATE TYPE "LabelOrigin" AS ENUM ('typed', 'chosen', 'suggestion', 'bulk', 'imported', 'carried');

-- CreateEnum
CREATE TYPE "DisagreementCause" AS ENUM ('slip', 'interpretation', 'claim_too_complex', 'indirect_evidence', 'guideline_gap');

-- CreateEnum
CREATE TYPE "ResolutionHow" AS ENUM ('agreed', 'lane', 'edited', 'majority', 'single', 'imported');

-- CreateEnum
CREATE TYPE "GoldOrigin" AS ENUM ('consolidated', 'single_rated', 'imported');

-- CreateEnum
CREATE TYPE "Reply" AS ENUM ('accept', 'object');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "oidc_subject" TEXT,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "deactivated_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "project_id" UUID,
    "role" "Role",
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "reset_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "protocol_id" TEXT NOT NULL,
    "protocol_version" INTEGER NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "quota" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "guidelines" (
    "project_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guidelines_pkey" PRIMARY KEY ("project_id","version")
);

-- CreateTable
CREATE TABLE "stages" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "raters" INTEGER NOT NULL,
    "coverage" INTEGER NOT NULL DEFAULT 100,
    "consolidation" "ConsolidationPolicy" NOT NULL,
    "reservation_minutes" INTEGER NOT NULL DEFAULT 60,
    "skip_policy" "SkipPolicy" NOT NULL DEFAULT 'others',
    "queue" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "stages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "format" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "state" "ImportState" NOT NULL DEFAULT 'uploading',
    "progress" BIGINT NOT NULL DEFAULT 0,
    "record_count" INTEGER NOT NULL DEFAULT 0,
    "new_count" INTEGER NOT NULL DEFAULT 0,
    "duplicate_count" INTEGER NOT NULL DEFAULT 0,
    "problem_count" INTEGER NOT NULL DEFAULT 0,
    "warning_count" INTEGER NOT NULL DEFAULT 0,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "preview" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "items" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "import_id" UUID,
    "position" INTEGER NOT NULL,
    "external_id" TEXT,
    "title" TEXT NOT NULL,
    "domain" TEXT,
    "source" TEXT,
    "content" JSONB NOT NULL,
    "record" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "discarded_at" TIMESTAMPTZ(3),
    "discard_reason" TEXT,
    "discard_note" TEXT,
    "discarded_by_id" UUID,

    CONSTRAINT "items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "state" "TaskState" NOT NULL DEFAULT 'preparing',
    "raters" INTEGER NOT NULL,
    "assigned_count" INTEGER NOT NULL DEFAULT 0,
    "submitted_count" INTEGER NOT NULL DEFAULT 0,
    "round" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "batch" TEXT,
    "stale" BOOLEAN NOT NULL DEFAULT false,
    "adjudicator_id" UUID,
    "adjudicated_at" TIMESTAMPTZ(3),
    "approver_id" UUID,
    "approved_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "units" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignments" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "AssignmentState" NOT NULL,
    "origin" "AssignmentOrigin" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "skip_reason" TEXT,
    "assigned_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotations" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "state" "AnnotationState" NOT NULL DEFAULT 'draft',
    "origin" "AnnotationOrigin" NOT NULL DEFAULT 'person',
    "independent" BOOLEAN NOT NULL DEFAULT true,
    "guideline_version" INTEGER,
    "active_seconds" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),

    CONSTRAINT "annotations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "labels" (
    "annotation_id" UUID NOT NULL,
    "unit_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "origin" "LabelOrigin" NOT NULL,
    "suggestion_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "labels_pkey" PRIMARY KEY ("annotation_id","unit_id","question")
);

-- CreateTable
CREATE TABLE "suggestions" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "unit_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "source" TEXT NOT NULL,
    "model" TEXT,
    "prompt_hash" TEXT,
    "score" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answer_reads" (
    "task_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_reads_pkey" PRIMARY KEY ("task_id","user_id")
);

-- CreateTable
CREATE TABLE "disagreements" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "unit_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "cause" "DisagreementCause",
    "proposal" JSONB,
    "proposed_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disagreements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resolutions" (
    "task_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "unit_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "how" "ResolutionHow" NOT NULL,
    "annotation_id" UUID,
    "resolved_by_id" UUID,
    "reason" TEXT NOT NULL DEFAULT '',
    "resolved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resolutions_pkey" PRIMARY KEY ("task_id","round","unit_id","question")
);

-- CreateTable
CREATE TABLE "golds" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "answers" JSONB NOT NULL,
    "roll_up" JSONB NOT NULL,
    "origin" "GoldOrigin" NOT NULL,
    "adjudicator_id" UUID,
    "approver_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "superseded_at" TIMESTAMPTZ(3),

    CONSTRAINT "golds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "unit_id" UUID,
    "disagreement_id" UUID,
    "user_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "reply" "Reply",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "type" TEXT NOT NULL,
    "actor_id" UUID,
    "project_id" UUID,
    "item_id" UUID,
    "task_id" UUID,
    "annotation_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_oidc_subject_key" ON "users"("oidc_subject");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_project_id_idx" ON "invitations"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "stages_project_id_key_key" ON "stages"("project_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "stages_project_id_position_key" ON "stages"("project_id", "position");

-- CreateIndex
CREATE INDEX "imports_project_id_created_at_idx" ON "imports"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "items_project_id_external_id_idx" ON "items"("project_id", "external_id");

-- CreateIndex
CREATE INDEX "items_project_id_domain_position_idx" ON "items"("project_id", "domain", "position");

-- CreateIndex
CREATE UNIQUE INDEX "items_project_id_content_hash_key" ON "items"("project_id", "content_hash");

-- CreateIndex
CREATE UNIQUE INDEX "items_project_id_position_key" ON "items"("project_id", "position");

-- CreateIndex
CREATE INDEX "tasks_project_id_state_idx" ON "tasks"("project_id", "state");

-- CreateIndex
CREATE INDEX "tasks_item_id_idx" ON "tasks"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_stage_id_item_id_key" ON "tasks"("stage_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "units_task_id_key_key" ON "units"("task_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "units_id_task_id_key" ON "units"("id", "task_id");

-- CreateIndex
CREATE INDEX "assignments_user_id_state_idx" ON "assignments"("user_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "assignments_task_id_user_id_key" ON "assignments"("task_id", "user_id");

-- CreateIndex
CREATE INDEX "annotations_user_id_state_idx" ON "annotations"("user_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "annotations_task_id_user_id_round_key" ON "annotations"("task_id", "user_id", "round");

-- CreateIndex
CREATE UNIQUE INDEX "annotations_id_task_id_key" ON "annotations"("id", "task_id");

-- CreateIndex
CREATE INDEX "labels_task_id_idx" ON "labels"("task_id");

-- CreateIndex
CREATE INDEX "suggestions_task_id_idx" ON "suggestions"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "disagreements_task_id_round_unit_id_question_key" ON "disagreements"("task_id", "round", "unit_id", "question");

-- CreateIndex
CREATE UNIQUE INDEX "golds_task_id_version_key" ON "golds"("task_id", "version");

-- CreateIndex
CREATE INDEX "comments_task_id_created_at_idx" ON "comments"("task_id", "created_at");

-- CreateIndex
CREATE INDEX "events_project_id_id_idx" ON "events"("project_id", "id");

-- CreateIndex
CREATE INDEX "events_annotation_id_id_idx" ON "events"("annotation_id", "id");

-- CreateIndex
CREATE INDEX "events_task_id_id_idx" ON "events"("task_id", "id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guidelines" ADD CONSTRAINT "guidelines_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stages" ADD CONSTRAINT "stages_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "items" ADD CONSTRAINT "items_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "items" ADD CONSTRAINT "items_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_stage_id_fkey" FOREIGN KEY ("stage_id") REFERENCES "stages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_adjudicator_id_fkey" FOREIGN KEY ("adjudicator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_approver_id_fkey" FOREIGN KEY ("approver_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "units" ADD CONSTRAINT "units_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labels" ADD CONSTRAINT "labels_annotation_id_task_id_fkey" FOREIGN KEY ("annotation_id", "task_id") REFERENCES "annotations"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labels" ADD CONSTRAINT "labels_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_reads" ADD CONSTRAINT "answer_reads_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_reads" ADD CONSTRAINT "answer_reads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "golds" ADD CONSTRAINT "golds_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_disagreement_id_fkey" FOREIGN KEY ("disagreement_id") REFERENCES "disagreements"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ================================================================ walls
-- What the schema language cannot say. docs/architecture.md explains each in a sentence.

ALTER TABLE "users" ADD CONSTRAINT "users_email_lower" CHECK ("email" = lower("email"));
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_quota" CHECK ("quota" IS NULL OR "quota" >= 0);
ALTER TABLE "stages" ADD CONSTRAINT "stages_settings"
  CHECK ("raters" BETWEEN 1 AND 20 AND "coverage" BETWEEN 0 AND 100 AND "reservation_minutes" BETWEEN 1 AND 10080);
ALTER TABLE "items" ADD CONSTRAINT "items_discard" CHECK (("discarded_at" IS NULL) = ("discard_reason" IS NULL));
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_counts"
  CHECK ("raters" >= 1 AND 0 <= "submitted_count" AND "submitted_count" <= "assigned_count" AND "assigned_count" <= "raters");
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_second_pair_of_eyes" CHECK ("approver_id" <> "adjudicator_id");
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_skip" CHECK (("state" = 'skipped') = ("skip_reason" IS NOT NULL));
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_submitted" CHECK (("state" = 'submitted') = ("submitted_at" IS NOT NULL));
ALTER TABLE "labels" ADD CONSTRAINT "labels_revision" CHECK ("revision" >= 1);
ALTER TABLE "golds" ADD CONSTRAINT "golds_second_pair_of_eyes" CHECK ("approver_id" <> "adjudicator_id");
CREATE UNIQUE INDEX "golds_current" ON "golds" ("task_id") WHERE "superseded_at" IS NULL;

-- The queue reads only what can still be given out, in the items' order.
CREATE INDEX "tasks_queue" ON "tasks" ("stage_id", "position") WHERE "state" = 'open' AND "assigned_count" < "raters";
CREATE INDEX "assignments_lapsing" ON "assignments" ("expires_at") WHERE "state" = 'reserved';

-- Events are added and never changed. Deleting a project removes its events, and must say so in the same transaction:
-- select set_config('assay.deleting_project', '<project id>', true)
CREATE FUNCTION "events_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.project_id::text = current_setting('assay.deleting_project', true) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "events_append_only"();
CREATE TRIGGER "events_no_truncate" BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "events_append_only"();

-- A submitted annotation and its labels are frozen.
CREATE FUNCTION "annotations_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'submitted' AND (NEW.state, NEW.round, NEW.task_id, NEW.user_id, NEW.independent, NEW.submitted_at)
     IS DISTINCT FROM (OLD.state, OLD.round, OLD.task_id, OLD.user_id, OLD.independent, OLD.submitted_at) THEN
    RAISE EXCEPTION 'a submitted annotation is frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "annotations_frozen" BEFORE UPDATE ON "annotations" FOR EACH ROW EXECUTE FUNCTION "annotations_frozen"();

CREATE FUNCTION "labels_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Imported work is written together with its annotation, which is submitted in the same transaction, afterwards.
  IF EXISTS (SELECT 1 FROM annotations a WHERE a.id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.annotation_id ELSE NEW.annotation_id END) AND a.state = 'submitted') THEN
    RAISE EXCEPTION 'the labels of a submitted annotation are frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "labels_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "labels" FOR EACH ROW EXECUTE FUNCTION "labels_frozen"();

-- Units are fixed once anybody has begun to annotate the task.
CREATE FUNCTION "units_fixed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE task uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END;
BEGIN
  IF EXISTS (SELECT 1 FROM tasks t WHERE t.id = task AND t.state <> 'preparing')
     AND EXISTS (SELECT 1 FROM annotations a WHERE a.task_id = task) THEN
    RAISE EXCEPTION 'the units of a task are fixed once annotation has begun' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "units_fixed" BEFORE INSERT OR UPDATE OR DELETE ON "units" FOR EACH ROW EXECUTE FUNCTION "units_fixed"();

-- The counts on a task follow its assignments, so that the check on them keeps any two people from taking the last place.
CREATE FUNCTION "assignments_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held_before int := 0; held_after int := 0; done_before int := 0; done_after int := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    held_before := (OLD.state IN ('reserved', 'assigned', 'submitted'))::int;
    done_before := (OLD.state = 'submitted')::int;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    held_after := (NEW.state IN ('reserved', 'assigned', 'submitted'))::int;
    done_after := (NEW.state = 'submitted')::int;
  END IF;
  IF held_before <> held_after OR done_before <> done_after THEN
    UPDATE tasks SET assigned_count = assigned_count + held_after - held_before,
                     submitted_count = submitted_count + done_after - done_before
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "assignments_counted" AFTER INSERT OR UPDATE OF "state" OR DELETE ON "assignments"
  FOR EACH ROW EXECUTE FUNCTION "assignments_counted"();

-- Whoever has read a task's answers cannot be given a share of it.
CREATE FUNCTION "assignments_unread"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state IN ('reserved', 'assigned') AND (TG_OP = 'INSERT' OR OLD.state NOT IN ('reserved', 'assigned', 'submitted'))
     AND EXISTS (SELECT 1 FROM answer_reads r WHERE r.task_id = NEW.task_id AND r.user_id = NEW.user_id) THEN
    RAISE EXCEPTION 'who has read the answers of a task cannot be assigned to it' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "assignments_unread" BEFORE INSERT OR UPDATE OF "state" ON "assignments"
  FOR EACH ROW EXECUTE FUNCTION "assignments_unread"();

-- Nobody adjudicates or approves an item that they annotated.
CREATE FUNCTION "tasks_outsider_decides"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.adjudicator_id IS DISTINCT FROM OLD.adjudicator_id OR NEW.approver_id IS DISTINCT FROM OLD.approver_id)
     AND EXISTS (SELECT 1 FROM annotations a JOIN tasks t ON t.id = a.task_id
                 WHERE t.item_id = NEW.item_id AND a.user_id IN (NEW.adjudicator_id, NEW.approver_id)) THEN
    RAISE EXCEPTION 'nobody adjudicates or approves an item that they annotated' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "tasks_outsider_decides" BEFORE UPDATE OF "adjudicator_id", "approver_id" ON "tasks"
  FOR EACH ROW EXECUTE FUNCTION "tasks_outsider_decides"();

-- Nobody approves what they settled, whoever confirmed it.
CREATE FUNCTION "approver_settled_nothing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE task uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF EXISTS (SELECT 1 FROM resolutions r
             WHERE r.task_id = task AND r.round = NEW.round AND r.resolved_by_id = NEW.approver_id) THEN
    RAISE EXCEPTION 'nobody approves what they settled' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "tasks_approver_settled_nothing" BEFORE UPDATE OF "approver_id" ON "tasks"
  FOR EACH ROW WHEN (NEW.approver_id IS NOT NULL) EXECUTE FUNCTION "approver_settled_nothing"('id');
CREATE TRIGGER "golds_approver_settled_nothing" BEFORE INSERT ON "golds"
  FOR EACH ROW WHEN (NEW.approver_id IS NOT NULL) EXECUTE FUNCTION "approver_settled_nothing"('task_id');

-- Gold is superseded, never rewritten.
CREATE FUNCTION "golds_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') OR OLD.superseded_at IS NOT NULL THEN
    RAISE EXCEPTION 'gold is superseded, never rewritten' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "golds_immutable" BEFORE UPDATE ON "golds" FOR EACH ROW EXECUTE FUNCTION "golds_immutable"();
