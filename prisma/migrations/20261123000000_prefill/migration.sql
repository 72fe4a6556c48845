-- CreateEnum
CREATE TYPE "PolicyKind" AS ENUM ('shown', 'hidden', 'none', 'randomised');

-- CreateEnum
CREATE TYPE "Arm" AS ENUM ('shown', 'hidden', 'none');

-- CreateEnum
CREATE TYPE "RunKind" AS ENUM ('pipeline', 'generation', 'import');

-- CreateEnum
CREATE TYPE "RunState" AS ENUM ('running', 'paused', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "RunItemState" AS ENUM ('waiting', 'running', 'done', 'failed', 'skipped', 'cancelled');

-- CreateEnum
CREATE TYPE "CallState" AS ENUM ('pending', 'done');

-- AlterTable
ALTER TABLE "suggestions" ADD COLUMN     "rationale" TEXT,
ADD COLUMN     "run_id" UUID;

-- CreateTable
CREATE TABLE "suggestion_policies" (
    "project_id" UUID NOT NULL,
    "stage_key" TEXT NOT NULL,
    "unit_kind" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "policy" "PolicyKind" NOT NULL,
    "shares" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suggestion_policies_pkey" PRIMARY KEY ("project_id","stage_key","unit_kind","question")
);

-- CreateTable
CREATE TABLE "arm_draws" (
    "annotation_id" UUID NOT NULL,
    "unit_kind" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "arm" "Arm" NOT NULL,
    "policy" "PolicyKind" NOT NULL,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "arm_draws_pkey" PRIMARY KEY ("annotation_id","unit_kind","question")
);

-- CreateTable
CREATE TABLE "suggestion_views" (
    "annotation_id" UUID NOT NULL,
    "suggestion_id" UUID NOT NULL,
    "answered" BOOLEAN NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suggestion_views_pkey" PRIMARY KEY ("annotation_id","suggestion_id")
);

-- CreateTable
CREATE TABLE "prefill_settings" (
    "project_id" UUID NOT NULL,
    "search" TEXT NOT NULL DEFAULT 'corpus',
    "budget_micro" BIGINT,
    "spent_micro" BIGINT NOT NULL DEFAULT 0,
    "reserved_micro" BIGINT NOT NULL DEFAULT 0,
    "prices" JSONB NOT NULL DEFAULT '[]',
    "concurrency" INTEGER NOT NULL DEFAULT 8,
    "requests_per_minute" INTEGER,

    CONSTRAINT "prefill_settings_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" "RunKind" NOT NULL,
    "stage_key" TEXT,
    "name" TEXT NOT NULL,
    "state" "RunState" NOT NULL,
    "state_reason" TEXT,
    "plan" JSONB NOT NULL,
    "budget_micro" BIGINT,
    "spent_micro" BIGINT NOT NULL DEFAULT 0,
    "reserved_micro" BIGINT NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "cached_calls" INTEGER NOT NULL DEFAULT 0,
    "driven_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_items" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "item_id" UUID,
    "task_id" UUID,
    "subject" JSONB,
    "state" "RunItemState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "worker" TEXT,
    "step" TEXT,
    "error_code" TEXT,
    "error" TEXT,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "suggestions" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "cached_calls" INTEGER NOT NULL DEFAULT 0,
    "spent_micro" BIGINT NOT NULL DEFAULT 0,
    "millis" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prompt_texts" (
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_texts_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "provider_calls" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT,
    "request" JSONB NOT NULL,
    "response" JSONB,
    "state" "CallState" NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "project_id" UUID NOT NULL,
    "run_id" UUID,
    "run_item_id" UUID,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_micro" BIGINT NOT NULL DEFAULT 0,
    "reserved_micro" BIGINT NOT NULL DEFAULT 0,
    "sends" INTEGER NOT NULL DEFAULT 0,
    "millis" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_calls_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "provider_gates" (
    "key" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_gates_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "found_evidence" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "entry" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "found_evidence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "page_snapshots" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_snapshots_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_records" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "task_id" UUID,
    "unit_key" TEXT,
    "user_id" UUID,
    "run_item_id" UUID,
    "provider" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "as_of" DATE,
    "results" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "corpus_documents" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT,
    "text" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "published_at" DATE,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "corpus_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "corpus_passages" (
    "document_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "project_id" UUID NOT NULL,
    "start" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "words" tsvector,

    CONSTRAINT "corpus_passages_pkey" PRIMARY KEY ("document_id","position")
);

-- CreateIndex
CREATE INDEX "runs_project_id_created_at_idx" ON "runs"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "runs_state_idx" ON "runs"("state");

-- CreateIndex
CREATE INDEX "run_items_run_id_state_position_idx" ON "run_items"("run_id", "state", "position");

-- CreateIndex
CREATE INDEX "run_items_item_id_idx" ON "run_items"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_items_run_id_position_key" ON "run_items"("run_id", "position");

-- CreateIndex
CREATE INDEX "provider_calls_run_id_idx" ON "provider_calls"("run_id");

-- CreateIndex
CREATE INDEX "provider_calls_project_id_created_at_idx" ON "provider_calls"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "found_evidence_item_id_idx" ON "found_evidence"("item_id");

-- CreateIndex
CREATE INDEX "page_snapshots_url_fetched_at_idx" ON "page_snapshots"("url", "fetched_at");

-- CreateIndex
CREATE UNIQUE INDEX "page_snapshots_url_sha256_key" ON "page_snapshots"("url", "sha256");

-- CreateIndex
CREATE INDEX "search_records_task_id_at_idx" ON "search_records"("task_id", "at");

-- CreateIndex
CREATE INDEX "search_records_project_id_at_idx" ON "search_records"("project_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "corpus_documents_project_id_sha256_key" ON "corpus_documents"("project_id", "sha256");

-- CreateIndex
CREATE INDEX "corpus_passages_project_id_idx" ON "corpus_passages"("project_id");

-- CreateIndex
CREATE INDEX "suggestion_views_suggestion_id_idx" ON "suggestion_views"("suggestion_id");

-- CreateIndex
CREATE INDEX "suggestions_run_id_idx" ON "suggestions"("run_id");

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion_policies" ADD CONSTRAINT "suggestion_policies_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "arm_draws" ADD CONSTRAINT "arm_draws_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion_views" ADD CONSTRAINT "suggestion_views_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion_views" ADD CONSTRAINT "suggestion_views_suggestion_id_fkey" FOREIGN KEY ("suggestion_id") REFERENCES "suggestions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prefill_settings" ADD CONSTRAINT "prefill_settings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "found_evidence" ADD CONSTRAINT "found_evidence_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "found_evidence" ADD CONSTRAINT "found_evidence_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "corpus_documents" ADD CONSTRAINT "corpus_documents_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "corpus_passages" ADD CONSTRAINT "corpus_passages_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "corpus_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "corpus_passages_words_idx" ON "corpus_passages" USING gin ("words");
-- What one finds what is to be done by.
CREATE INDEX "run_items_to_do_idx" ON "run_items"("run_id", "position") WHERE "state" IN ('waiting', 'running');
-- What one finds dead callers by.
CREATE INDEX "provider_calls_pending_idx" ON "provider_calls"("leased_until") WHERE "state" = 'pending';

-- ---------------------------------------------------------------- walls

-- What was planned is what was run.
CREATE FUNCTION "runs_keep_their_plan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.project_id, NEW.kind, NEW.stage_key, NEW.plan, NEW.created_by_id, NEW.created_at)
     IS DISTINCT FROM (OLD.project_id, OLD.kind, OLD.stage_key, OLD.plan, OLD.created_by_id, OLD.created_at) THEN
    RAISE EXCEPTION 'a run keeps its plan: start another' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "runs_keep_their_plan" BEFORE UPDATE ON "runs" FOR EACH ROW EXECUTE FUNCTION "runs_keep_their_plan"();

-- A suggestion may move to the unit that took the place of its own; what it says stays.
CREATE FUNCTION "suggestions_stay_as_made"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.task_id, NEW.question, NEW.value, NEW.source, NEW.model, NEW.prompt_hash, NEW.score, NEW.rationale, NEW.run_id)
     IS DISTINCT FROM (OLD.task_id, OLD.question, OLD.value, OLD.source, OLD.model, OLD.prompt_hash, OLD.score,
                       OLD.rationale, OLD.run_id) THEN
    RAISE EXCEPTION 'a suggestion stays as it was made: add another' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "suggestions_stay_as_made" BEFORE UPDATE ON "suggestions"
  FOR EACH ROW EXECUTE FUNCTION "suggestions_stay_as_made"();

-- Chance speaks once.
CREATE FUNCTION "arm_draws_stand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an arm is drawn once' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "arm_draws_stand" BEFORE UPDATE ON "arm_draws" FOR EACH ROW EXECUTE FUNCTION "arm_draws_stand"();

-- What was seen, found, asked and read is history.
CREATE FUNCTION "kept_as_it_was"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % stays as it was kept: add another', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "suggestion_views_stay" BEFORE UPDATE OF "annotation_id", "suggestion_id", "answered" ON "suggestion_views"
  FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();
CREATE TRIGGER "prompt_texts_stay" BEFORE UPDATE ON "prompt_texts" FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();
CREATE TRIGGER "page_snapshots_stay"
  BEFORE UPDATE OF "url", "final_url", "content_type", "title", "text", "sha256" ON "page_snapshots"
  FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();
CREATE TRIGGER "search_records_stay" BEFORE UPDATE ON "search_records" FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();
CREATE TRIGGER "found_evidence_stay" BEFORE UPDATE ON "found_evidence" FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();
-- What was answered and paid is never answered or paid anew.
CREATE TRIGGER "provider_calls_stay" BEFORE UPDATE ON "provider_calls" FOR EACH ROW WHEN (OLD."state" = 'done')
  EXECUTE FUNCTION "kept_as_it_was"();

ALTER TABLE "provider_calls" ADD CONSTRAINT "provider_calls_done"
  CHECK ("state" = 'pending' OR ("response" IS NOT NULL AND "reserved_micro" = 0));
ALTER TABLE "provider_calls" ADD CONSTRAINT "provider_calls_money" CHECK ("cost_micro" >= 0 AND "reserved_micro" >= 0);
ALTER TABLE "runs" ADD CONSTRAINT "runs_money" CHECK ("budget_micro" >= 0 AND "spent_micro" >= 0 AND "reserved_micro" >= 0);
ALTER TABLE "runs" ADD CONSTRAINT "runs_ended" CHECK (("state" IN ('done', 'cancelled')) = ("finished_at" IS NOT NULL));
ALTER TABLE "prefill_settings" ADD CONSTRAINT "prefill_settings_money"
  CHECK ("budget_micro" >= 0 AND "spent_micro" >= 0 AND "reserved_micro" >= 0);
ALTER TABLE "prefill_settings" ADD CONSTRAINT "prefill_settings_pace"
  CHECK ("concurrency" >= 1 AND "requests_per_minute" >= 1);
ALTER TABLE "suggestion_policies" ADD CONSTRAINT "suggestion_policies_shares"
  CHECK (("policy" = 'randomised') = ("shares" IS NOT NULL));
