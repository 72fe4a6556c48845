-- A task that another transaction holds is passed over: two runs that finish the same task each hold a share of it, and would wait
-- for each other. Its place is worked out again when the run has ended.
CREATE OR REPLACE FUNCTION "place_suggested_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "suggested" UUID[];
BEGIN
  "suggested" := ARRAY(
    SELECT t."id" FROM "tasks" t JOIN "stages" s ON s."id" = t."stage_id"
    WHERE t."id" IN (SELECT "task_id" FROM "added") AND t."state" IN ('preparing', 'open', 'discarded')
      AND s."queue_order" IN ('disagreement', 'least_sure')
    ORDER BY t."id" FOR NO KEY UPDATE OF t SKIP LOCKED);
  UPDATE "tasks" t SET "place" = "queue_place"(t."id", t."position", s."queue_order", s."queue_seed")
  FROM "stages" s WHERE s."id" = t."stage_id" AND t."id" = ANY ("suggested");
  RETURN NULL;
END $$;

-- The second statement sees what others suggested until their tasks were free.
CREATE FUNCTION "place_tasks_of_run"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "queued" UUID[];
BEGIN
  "queued" := ARRAY(
    SELECT t."id" FROM "tasks" t JOIN "stages" s ON s."id" = t."stage_id"
    WHERE s."project_id" = NEW."project_id" AND s."key" = NEW."stage_key" AND t."state" IN ('preparing', 'open', 'discarded')
      AND s."queue_order" IN ('disagreement', 'least_sure')
    ORDER BY t."id" FOR NO KEY UPDATE OF t);
  UPDATE "tasks" t SET "place" = "queue_place"(t."id", t."position", s."queue_order", s."queue_seed")
  FROM "stages" s WHERE s."id" = t."stage_id" AND t."id" = ANY ("queued");
  RETURN NULL;
END $$;
CREATE TRIGGER "run_ended_places_tasks" AFTER UPDATE OF "state" ON "runs" FOR EACH ROW
  WHEN (NEW."state" = 'done' AND OLD."state" <> 'done') EXECUTE FUNCTION "place_tasks_of_run"();
