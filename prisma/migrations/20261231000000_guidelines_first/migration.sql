-- Each stage of a project says whether its guidelines are confirmed before the first task; until now its protocol did.
ALTER TABLE "stages" ADD COLUMN "guidelines_first" BOOLEAN NOT NULL DEFAULT false;

-- The one built-in protocol that asks for it, and stages of protocol files that do.
UPDATE "stages" s SET "guidelines_first" = true
FROM "projects" p
WHERE p."id" = s."project_id" AND p."protocol_id" = 'veriscore-preference';

UPDATE "stages" s SET "guidelines_first" = true
FROM "projects" p
JOIN "protocol_versions" v ON v."id" || '@' || v."version" = p."protocol_id",
  json_array_elements(v."definition" -> 'stages') d
WHERE p."id" = s."project_id" AND d ->> 'id' = s."key" AND (d ->> 'guidelinesFirst')::boolean;
