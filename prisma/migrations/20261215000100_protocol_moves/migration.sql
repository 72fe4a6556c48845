-- AlterTable
ALTER TABLE "annotations" ADD COLUMN "protocol_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "golds" ADD COLUMN "protocol_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "runs" ADD COLUMN "protocol_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN "protocol_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "protocol_moves" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "from_version" INTEGER NOT NULL,
    "to_version" INTEGER NOT NULL,
    "summary" JSONB NOT NULL,
    "made_by_id" UUID,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "protocol_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moved_rows" (
    "id" BIGSERIAL NOT NULL,
    "move_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "place" TEXT NOT NULL,
    "dropped" BOOLEAN NOT NULL DEFAULT false,
    "row" JSONB NOT NULL,
    "now" JSONB,

    CONSTRAINT "moved_rows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "protocol_moves_project_id_idx" ON "protocol_moves"("project_id");

-- CreateIndex
CREATE INDEX "moved_rows_move_id_place_idx" ON "moved_rows"("move_id", "place");

-- CreateIndex
CREATE INDEX "moved_rows_task_id_idx" ON "moved_rows"("task_id");

-- AddForeignKey
ALTER TABLE "protocol_moves" ADD CONSTRAINT "protocol_moves_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "protocol_moves" ADD CONSTRAINT "protocol_moves_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moved_rows" ADD CONSTRAINT "moved_rows_move_id_fkey" FOREIGN KEY ("move_id") REFERENCES "protocol_moves"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moved_rows" ADD CONSTRAINT "moved_rows_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- under which version it was made

-- The version that a project had at a moment, by the events of its moves.
CREATE FUNCTION "protocol_version_at"("project" uuid, "current" int, "moment" timestamptz) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT split_part(e."data" ->> 'to', '@', 2)::int FROM "events" e
     WHERE e."project_id" = "project" AND e."type" = 'project.protocol_changed' AND e."at" <= "moment" ORDER BY e."id" DESC LIMIT 1),
    (SELECT split_part(e."data" ->> 'from', '@', 2)::int FROM "events" e
     WHERE e."project_id" = "project" AND e."type" = 'project.protocol_changed' ORDER BY e."id" LIMIT 1),
    "current")
$$;

UPDATE "annotations" n SET "protocol_version" = protocol_version_at(p."id", p."protocol_version", coalesce(n."submitted_at", n."started_at"))
FROM "tasks" t JOIN "projects" p ON p."id" = t."project_id" WHERE t."id" = n."task_id";

-- Nothing of what gold says is rewritten.
ALTER TABLE "golds" DISABLE TRIGGER "golds_immutable";
UPDATE "golds" g SET "protocol_version" = protocol_version_at(p."id", p."protocol_version", g."created_at")
FROM "tasks" t JOIN "projects" p ON p."id" = t."project_id" WHERE t."id" = g."task_id";
ALTER TABLE "golds" ENABLE TRIGGER "golds_immutable";

UPDATE "runs" r SET "protocol_version" = protocol_version_at(p."id", p."protocol_version", r."created_at")
FROM "projects" p WHERE p."id" = r."project_id";

UPDATE "evaluations" v SET "protocol_version" = protocol_version_at(p."id", p."protocol_version", v."created_at")
FROM "projects" p WHERE p."id" = v."project_id";

DROP FUNCTION "protocol_version_at";

-- Whoever writes does not say under which version: the project does. What is copied with its version keeps it.
CREATE FUNCTION "made_under_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."protocol_version" = 0 THEN
    NEW."protocol_version" := coalesce((SELECT p."protocol_version" FROM "projects" p WHERE p."id" = NEW."project_id"), 0);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "runs_made_under_version" BEFORE INSERT ON "runs" FOR EACH ROW EXECUTE FUNCTION "made_under_version"();
CREATE TRIGGER "evaluations_made_under_version" BEFORE INSERT ON "evaluations" FOR EACH ROW EXECUTE FUNCTION "made_under_version"();

CREATE FUNCTION "task_made_under_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."protocol_version" = 0 OR TG_OP = 'UPDATE' THEN
    NEW."protocol_version" := coalesce((
      SELECT p."protocol_version" FROM "tasks" t JOIN "projects" p ON p."id" = t."project_id" WHERE t."id" = NEW."task_id"), 0);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "annotations_made_under_version" BEFORE INSERT ON "annotations" FOR EACH ROW EXECUTE FUNCTION "task_made_under_version"();
-- What is submitted has been checked against the version that the project has then.
CREATE TRIGGER "annotations_submitted_under_version" BEFORE UPDATE OF "state" ON "annotations" FOR EACH ROW
  WHEN (OLD."state" = 'draft' AND NEW."state" = 'submitted') EXECUTE FUNCTION "task_made_under_version"();
CREATE TRIGGER "golds_made_under_version" BEFORE INSERT ON "golds" FOR EACH ROW EXECUTE FUNCTION "task_made_under_version"();

-- ---------------------------------------------------------------- walls

-- Only while a project moves to another version of its protocol, or back, may its frozen answers be told in other words or be taken
-- out: the row of the move has been written in the same transaction.
CREATE FUNCTION "is_moving"("task" uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM "tasks" t JOIN "protocol_moves" m ON m."project_id" = t."project_id"
    WHERE t."id" = "task" AND m.xmin = pg_current_xact_id()::xid)
$$;

CREATE OR REPLACE FUNCTION "labels_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Imported work is written together with its annotation, which is submitted in the same transaction, afterwards.
  IF EXISTS (SELECT 1 FROM annotations a WHERE a.id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.annotation_id ELSE NEW.annotation_id END) AND a.state = 'submitted')
     AND NOT is_moving(CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END) THEN
    RAISE EXCEPTION 'the labels of a submitted annotation are frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE FUNCTION "suggestions_stay_as_made"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.task_id, NEW.question, NEW.value, NEW.source, NEW.model, NEW.prompt_hash, NEW.score, NEW.rationale, NEW.run_id)
     IS DISTINCT FROM (OLD.task_id, OLD.question, OLD.value, OLD.source, OLD.model, OLD.prompt_hash, OLD.score,
                       OLD.rationale, OLD.run_id)
     AND NOT is_moving(OLD.task_id) THEN
    RAISE EXCEPTION 'a suggestion stays as it was made: add another' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- What a move was and what it kept is not rewritten, but for the moment in which it was taken back.
CREATE FUNCTION "protocol_moves_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW."project_id", NEW."from_version", NEW."to_version", NEW."summary", NEW."made_at")
     IS DISTINCT FROM (OLD."project_id", OLD."from_version", OLD."to_version", OLD."summary", OLD."made_at") OR OLD."undone_at" IS NOT NULL
     AND NEW."undone_at" IS DISTINCT FROM OLD."undone_at" THEN
    RAISE EXCEPTION 'a move to another version stays as it was' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "protocol_moves_stay" BEFORE UPDATE ON "protocol_moves" FOR EACH ROW EXECUTE FUNCTION "protocol_moves_stay"();
CREATE TRIGGER "moved_rows_stay" BEFORE UPDATE ON "moved_rows" FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();

-- An arm is drawn once; a move may call its question otherwise.
CREATE OR REPLACE FUNCTION "arm_draws_stand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'question') IS NOT DISTINCT FROM (to_jsonb(OLD) - 'question')
     AND is_moving((SELECT n."task_id" FROM "annotations" n WHERE n."id" = OLD."annotation_id")) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an arm is drawn once' USING ERRCODE = 'integrity_constraint_violation';
END $$;
