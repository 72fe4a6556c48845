-- The order in which a stage's queue gives tasks out, and tasks drawn for one annotator more.
CREATE TYPE "QueueOrder" AS ENUM ('imported', 'random', 'disagreement', 'least_sure');

ALTER TABLE "stages"
  ADD COLUMN "queue_order" "QueueOrder" NOT NULL DEFAULT 'imported',
  ADD COLUMN "queue_seed" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "chosen_since" TIMESTAMPTZ(3),
  ADD COLUMN "further_share" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "further_seed" INTEGER NOT NULL DEFAULT 1,
  ADD CONSTRAINT "stages_further_share" CHECK ("further_share" BETWEEN 0 AND 100);

ALTER TABLE "tasks" ADD COLUMN "place" DOUBLE PRECISION NOT NULL DEFAULT 0;

DROP INDEX "tasks_queue";
CREATE INDEX "tasks_queue" ON "tasks" ("stage_id", "place", "position")
  WHERE "state" = 'open' AND "assigned_count" < "raters";

-- A task's place in its queue, lowest first. Of each model the latest suggestion for a unit's question counts, of several
-- the one that it scored highest.
--   random: md5(position, seed) as a number from 0 to 1
--   disagreement: minus the share of questions on which the models differ, of those that two models or more answered
--   least_sure: the mean score of the suggestions that have one
-- Tasks of which models say nothing of the kind come last.
CREATE FUNCTION "queue_place"("task" UUID, "task_position" INTEGER, "queue" "QueueOrder", "seed" INTEGER)
RETURNS DOUBLE PRECISION LANGUAGE sql STABLE AS $$
  SELECT CASE "queue"
    WHEN 'imported' THEN 0
    WHEN 'random' THEN ('x' || substr(md5("task_position"::text || ' ' || "seed"::text), 1, 7))::bit(28)::int / 268435456.0
    ELSE coalesce((
      WITH "latest" AS (
        SELECT DISTINCT ON (g."unit_id", g."question", coalesce(g."model", g."source"))
               g."unit_id", g."question", coalesce(g."model", g."source") "model", g."value", g."score"
        FROM "suggestions" g WHERE g."task_id" = "task"
        ORDER BY g."unit_id", g."question", coalesce(g."model", g."source"), g."created_at" DESC, g."score" DESC NULLS LAST, g."id"),
      "compared" AS (
        SELECT (count(DISTINCT "value") > 1)::int "differ" FROM "latest"
        GROUP BY "unit_id", "question" HAVING count(*) > 1)
      SELECT CASE "queue"
        WHEN 'disagreement' THEN (SELECT -avg("differ") FROM "compared")
        ELSE (SELECT avg("score") FROM "latest") END
    ), 'Infinity')
  END
$$;

CREATE FUNCTION "place_new_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "tasks" t SET "place" = "queue_place"(t."id", t."position", s."queue_order", s."queue_seed")
  FROM "added" a JOIN "stages" s ON s."id" = a."stage_id"
  WHERE t."id" = a."id" AND s."queue_order" <> 'imported';
  RETURN NULL;
END $$;
CREATE TRIGGER "tasks_placed" AFTER INSERT ON "tasks"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "place_new_tasks"();

-- Locked by id, as everywhere.
CREATE FUNCTION "place_suggested_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH "suggested" AS (
    SELECT t."id", s."queue_order", s."queue_seed"
    FROM "tasks" t JOIN "stages" s ON s."id" = t."stage_id"
    WHERE t."id" IN (SELECT "task_id" FROM "added") AND t."state" IN ('preparing', 'open', 'discarded')
      AND s."queue_order" IN ('disagreement', 'least_sure')
    ORDER BY t."id" FOR UPDATE OF t)
  UPDATE "tasks" t SET "place" = "queue_place"(t."id", t."position", d."queue_order", d."queue_seed")
  FROM "suggested" d WHERE t."id" = d."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "suggestions_place_tasks" AFTER INSERT ON "suggestions"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "place_suggested_tasks"();

CREATE FUNCTION "mark_chosen_sample"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."queue_order" IN ('disagreement', 'least_sure') AND NEW."chosen_since" IS NULL THEN
    NEW."chosen_since" := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "stages_chosen_sample" BEFORE INSERT OR UPDATE OF "queue_order" ON "stages"
  FOR EACH ROW EXECUTE FUNCTION "mark_chosen_sample"();
