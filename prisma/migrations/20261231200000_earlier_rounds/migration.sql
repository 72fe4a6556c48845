-- Rounds after the first from before it was noted under which guidelines they go on (decision 102).

-- Drafts that somebody has worked on go on under the guidelines in force when they last did: what changed since does not come in mid-work.
UPDATE "annotations" a SET "guideline_version" = worked."version"
FROM (
  SELECT n."id", (
    SELECT max(g."version") FROM "guidelines" g
    WHERE g."project_id" = coalesce(k."project_id", t."project_id") AND g."created_at" <= greatest(n."started_at", (
      SELECT max(l."updated_at") FROM "labels" l WHERE l."annotation_id" = n."id"))) "version"
  FROM "annotations" n JOIN "tasks" t ON t."id" = n."task_id" LEFT JOIN "calibrations" k ON k."shadow_id" = t."project_id"
  WHERE n."state" = 'draft' AND n."round" > 1 AND n."guideline_version" IS NULL
    AND (n."active_seconds" > 0 OR n."held_until" IS NOT NULL OR EXISTS (
      SELECT 1 FROM "labels" l WHERE l."annotation_id" = n."id" AND l."origin" <> 'carried'))
) worked
WHERE a."id" = worked."id" AND worked."version" IS NOT NULL;

-- Answers that were taken over into a round as they were keep the version of the last round in which their annotator submitted them.
UPDATE "annotations" a SET "guideline_version" = taken."version"
FROM (
  SELECT n."id", coalesce(b."guideline_version", (
    SELECT max(g."version") FROM "guidelines" g
    WHERE g."project_id" = coalesce(k."project_id", t."project_id") AND g."created_at" <= b."submitted_at")) "version"
  FROM "annotations" n JOIN "tasks" t ON t."id" = n."task_id" LEFT JOIN "calibrations" k ON k."shadow_id" = t."project_id"
  CROSS JOIN LATERAL (
    SELECT p."guideline_version", p."submitted_at" FROM "annotations" p
    WHERE p."task_id" = n."task_id" AND p."user_id" = n."user_id" AND p."round" < n."round" AND p."state" = 'submitted'
      AND (p."round" = 1 OR p."guideline_version" IS NOT NULL OR EXISTS (
        SELECT 1 FROM "events" e WHERE e."annotation_id" = p."id" AND e."type" = 'annotation.submitted'))
    ORDER BY p."round" DESC LIMIT 1
  ) b
  WHERE n."state" = 'submitted' AND n."round" > 1 AND n."guideline_version" IS NULL
    AND NOT EXISTS (SELECT 1 FROM "events" e WHERE e."annotation_id" = n."id" AND e."type" = 'annotation.submitted')
) taken
WHERE a."id" = taken."id" AND taken."version" IS NOT NULL;
