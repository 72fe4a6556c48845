-- DropIndex
DROP INDEX "assignments_user_id_state_idx";

-- DropIndex
DROP INDEX "tasks_project_id_state_idx";

-- CreateTable
CREATE TABLE "item_texts" (
    "project_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "item_texts_pkey" PRIMARY KEY ("project_id","position")
);

-- CreateTable
CREATE TABLE "reached_tasks" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "revealed_on" DATE,
    "revealed_by_people" BOOLEAN NOT NULL,
    "gold_on" DATE,
    "gold_by_people" BOOLEAN NOT NULL,
    "seconds" INTEGER[],
    "all_seconds" INTEGER,
    "timed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reached_tasks_pkey" PRIMARY KEY ("task_id")
);

-- CreateIndex
CREATE INDEX "reached_tasks_stage_id_timed_at_idx" ON "reached_tasks"("stage_id", "timed_at");

-- CreateIndex
CREATE INDEX "assignments_user_id_state_task_id_idx" ON "assignments"("user_id", "state", "task_id");

-- CreateIndex
CREATE INDEX "assignments_state_task_id_idx" ON "assignments"("state", "task_id");

-- CreateIndex
CREATE INDEX "items_project_id_source_idx" ON "items"("project_id", "source");

-- CreateIndex
CREATE INDEX "tasks_project_id_state_stage_id_idx" ON "tasks"("project_id", "state", "stage_id");

-- AddForeignKey
ALTER TABLE "item_texts" ADD CONSTRAINT "item_texts_project_id_position_fkey" FOREIGN KEY ("project_id", "position") REFERENCES "items"("project_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reached_tasks" ADD CONSTRAINT "reached_tasks_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- walls ------------------------------------------------------------------------------------------------------------------

-- What a search of items looks through, in one piece and in lower case: reading that is all that a search does. An index of
-- word beginnings would not find a part of a word, nor anything in scripts that put no space between words; one of letter
-- groups (pg_trgm) knows no letters but ASCII in the locale that Assay creates its database with.
CREATE FUNCTION "text_of_item"("title" text, "external_id" text, "content" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\x1f', "title", "external_id", (
    SELECT string_agg(part.value #>> '{}', E'\x1f')
    FROM jsonb_each(CASE jsonb_typeof("content") WHEN 'object' THEN "content" ELSE '{}' END) part
    WHERE jsonb_typeof(part.value) = 'string')))
$$;
CREATE FUNCTION "write_item_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "item_texts" ("project_id", "position", "text")
  SELECT "project_id", "position", "text_of_item"("title", "external_id", "content") FROM "added";
  RETURN NULL;
END $$;
CREATE TRIGGER "write_item_texts" AFTER INSERT ON "items"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "write_item_texts"();
CREATE FUNCTION "rewrite_item_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "item_texts" SET "text" = "text_of_item"(NEW."title", NEW."external_id", NEW."content")
  WHERE "project_id" = NEW."project_id" AND "position" = NEW."position";
  RETURN NULL;
END $$;
CREATE TRIGGER "rewrite_item_text" AFTER UPDATE OF "title", "external_id", "content" ON "items"
  FOR EACH ROW EXECUTE FUNCTION "rewrite_item_text"();
INSERT INTO "item_texts" ("project_id", "position", "text")
SELECT "project_id", "position", "text_of_item"("title", "external_id", "content") FROM "items";

-- What progress counts of a task is worked out when the task changes, from what stands then: a page reads one narrow row a
-- task, and none of its annotations and gold.
CREATE FUNCTION "note_reached"("changed" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "tasks" WHERE "id" = ANY("changed") ORDER BY "id" FOR NO KEY UPDATE;
  DELETE FROM "reached_tasks" r USING "tasks" t
  WHERE r."task_id" = ANY("changed") AND t."id" = r."task_id" AND t."state" NOT IN ('consolidating', 'approving', 'gold');
  INSERT INTO "reached_tasks" ("task_id", "stage_id", "item_id", "revealed_on", "revealed_by_people", "gold_on", "gold_by_people", "seconds", "all_seconds", "timed_at")
  SELECT t."id", t."stage_id", t."item_id",
         (coalesce(least(n."at", CASE WHEN t."state" = 'gold' THEN g."at" END), g."at") AT TIME ZONE 'UTC')::date, coalesce(n."by_people", false),
         (CASE WHEN t."state" = 'gold' THEN g."at" END AT TIME ZONE 'UTC')::date, coalesce(g."by_people", false),
         s."each", s."all", s."at"
  FROM "tasks" t
  CROSS JOIN LATERAL (
    SELECT max(a."submitted_at") "at", bool_or(a."origin" = 'person') "by_people" FROM "annotations" a
    WHERE a."task_id" = t."id" AND a."round" = t."round" AND a."state" = 'submitted') n
  CROSS JOIN LATERAL (
    SELECT min(h."created_at") "at", bool_or(h."origin" <> 'imported') "by_people" FROM "golds" h
    WHERE h."task_id" = t."id" AND h."round" = t."round") g
  CROSS JOIN LATERAL (
    SELECT array_agg(a."active_seconds" ORDER BY a."id") "each", max(a."submitted_at") "at",
           CASE WHEN min(a."active_seconds") > 0 THEN sum(a."active_seconds") END "all" FROM "annotations" a
    WHERE a."task_id" = t."id" AND a."round" = 1 AND a."state" = 'submitted' AND a."origin" = 'person') s
  WHERE t."id" = ANY("changed") AND t."state" IN ('consolidating', 'approving', 'gold')
  ON CONFLICT ("task_id") DO UPDATE SET
    "revealed_on" = excluded."revealed_on", "revealed_by_people" = excluded."revealed_by_people",
    "gold_on" = excluded."gold_on", "gold_by_people" = excluded."gold_by_people",
    "seconds" = excluded."seconds", "all_seconds" = excluded."all_seconds", "timed_at" = excluded."timed_at";
END $$;
CREATE FUNCTION "tasks_reached"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_reached"((SELECT array_agg("id") FROM "added" WHERE "state" IN ('consolidating', 'approving', 'gold')));
  RETURN NULL;
END $$;
CREATE TRIGGER "tasks_reached" AFTER INSERT ON "tasks"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "tasks_reached"();
CREATE FUNCTION "task_reached"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_reached"(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "task_reached" AFTER UPDATE OF "state", "round" ON "tasks" FOR EACH ROW
  WHEN ((OLD."state", OLD."round") IS DISTINCT FROM (NEW."state", NEW."round")) EXECUTE FUNCTION "task_reached"();
CREATE FUNCTION "parts_reached"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_reached"((SELECT array_agg(DISTINCT t."id") FROM "added" a JOIN "tasks" t ON t."id" = a."task_id"
                          WHERE t."state" IN ('consolidating', 'approving', 'gold')));
  RETURN NULL;
END $$;
CREATE TRIGGER "golds_reached" AFTER INSERT ON "golds"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "parts_reached"();
CREATE TRIGGER "annotations_reached" AFTER INSERT ON "annotations"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "parts_reached"();
CREATE FUNCTION "annotation_reached"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "tasks" t WHERE t."id" = NEW."task_id" AND t."state" IN ('consolidating', 'approving', 'gold')) THEN
    PERFORM "note_reached"(ARRAY[NEW."task_id"]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "annotation_reached" AFTER UPDATE OF "state", "submitted_at", "active_seconds" ON "annotations" FOR EACH ROW
  WHEN (NEW."state" = 'submitted') EXECUTE FUNCTION "annotation_reached"();
SELECT "note_reached"(array_agg("id")) FROM "tasks" WHERE "state" IN ('consolidating', 'approving', 'gold');

-- A burn-up counts items by the day; a list of projects counts those set aside.
CREATE INDEX "items_by_day" ON "items" ("project_id", "created_at") WHERE "discarded_at" IS NULL;
CREATE INDEX "items_set_aside" ON "items" ("project_id") WHERE "discarded_at" IS NOT NULL;
CREATE INDEX "tasks_stale" ON "tasks" ("project_id") WHERE "stale";
