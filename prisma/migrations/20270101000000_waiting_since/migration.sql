-- The inbox of a reviewer sorts by since when each of thousands of tasks waits: that is kept beside what else is kept of revealed tasks.
ALTER TABLE "reached_tasks" ADD COLUMN "submitted_at" TIMESTAMPTZ(3);
CREATE OR REPLACE FUNCTION "note_reached"("changed" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "tasks" WHERE "id" = ANY("changed") ORDER BY "id" FOR NO KEY UPDATE;
  DELETE FROM "reached_tasks" r USING "tasks" t
  WHERE r."task_id" = ANY("changed") AND t."id" = r."task_id" AND t."state" NOT IN ('consolidating', 'approving', 'gold');
  INSERT INTO "reached_tasks" ("task_id", "stage_id", "item_id", "revealed_on", "revealed_by_people", "gold_on", "gold_by_people", "seconds", "all_seconds", "timed_at", "submitted_at")
  SELECT t."id", t."stage_id", t."item_id",
         (coalesce(least(n."at", CASE WHEN t."state" = 'gold' THEN g."at" END), g."at") AT TIME ZONE 'UTC')::date, coalesce(n."by_people", false),
         (CASE WHEN t."state" = 'gold' THEN g."at" END AT TIME ZONE 'UTC')::date, coalesce(g."by_people", false),
         s."each", s."all", s."at", n."at"
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
    "seconds" = excluded."seconds", "all_seconds" = excluded."all_seconds", "timed_at" = excluded."timed_at",
    "submitted_at" = excluded."submitted_at";
END $$;
UPDATE "reached_tasks" r SET "submitted_at" = n."at"
FROM (SELECT a."task_id", a."round", max(a."submitted_at") "at" FROM "annotations" a WHERE a."state" = 'submitted' GROUP BY 1, 2) n
JOIN "tasks" t ON t."id" = n."task_id" AND t."round" = n."round"
WHERE r."task_id" = t."id";

-- So is when a value was proposed; the events that told it go by the names of unit and question.
ALTER TABLE "disagreements" ADD COLUMN "proposed_at" TIMESTAMPTZ(3);
UPDATE "disagreements" d SET "proposed_at" = coalesce((
  SELECT max(e."at") FROM "events" e JOIN "units" u ON u."id" = d."unit_id"
  WHERE e."task_id" = d."task_id" AND e."type" = 'disagreement.proposed'
    AND e."data" ->> 'unit' = u."key" AND e."data" ->> 'question' = d."question"), d."created_at")
WHERE d."proposal" IS NOT NULL;
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_proposed" CHECK (("proposal" IS NULL) = ("proposed_at" IS NULL));
CREATE INDEX "disagreements_with_proposal" ON "disagreements" ("task_id") WHERE "proposal" IS NOT NULL;
