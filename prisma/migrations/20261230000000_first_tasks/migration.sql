-- What helps in the first tasks: the tour of the workbench, and definitions that stand open until they are closed.
ALTER TABLE "users" ADD COLUMN "tour_ended_at" TIMESTAMPTZ(3);
ALTER TABLE "memberships" ADD COLUMN "closed_definitions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Those who have submitted tasks of a stage have had its definitions closed until now.
UPDATE "memberships" m SET "closed_definitions" = done."stages"
FROM (
  SELECT a."user_id", t."project_id", array_agg(DISTINCT s."key") "stages"
  FROM "annotations" a JOIN "tasks" t ON t."id" = a."task_id" JOIN "stages" s ON s."id" = t."stage_id"
  WHERE a."state" = 'submitted'
  GROUP BY 1, 2
) done
WHERE m."user_id" = done."user_id" AND m."project_id" = done."project_id";
