-- What is added by the hundred, as imports do, is looked at in sets, and no longer row by row. The rules stay what they were.

-- The text that a search looks through, as a query that PostgreSQL takes into the one that asks for it: as a function of each
-- row it was begun and ended for every one, which took three times as long. Lists are looked for where the content has any.
CREATE FUNCTION "texts_of_item"("title" text, "external_id" text, "content" jsonb) RETURNS TABLE ("text" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\x1f', "title", "external_id", (
    SELECT string_agg(part.value #>> '{}', E'\x1f')
    FROM jsonb_each(CASE jsonb_typeof("content") WHEN 'object' THEN "content" ELSE '{}' END) part
    WHERE jsonb_typeof(part.value) = 'string'
      AND NOT (part.key = 'humanRevision' AND "content" ? 'revisions' OR part.key = 'extractor' AND "content" ? 'lists')),
    CASE WHEN jsonb_typeof("content") <> 'object' OR "content" ?| ARRAY['contradictions', 'lists', 'revisions', 'segments'] THEN (
      SELECT string_agg(listed.value #>> '{}', E'\x1f')
      FROM unnest(ARRAY['$.contradictions[*].text', '$.lists[*][*]', '$.revisions[*]', '$.segments[*]']::jsonpath[]) path
      CROSS JOIN LATERAL jsonb_path_query("content", path) listed(value)
      WHERE jsonb_typeof(listed.value) = 'string') END))
$$;
CREATE OR REPLACE FUNCTION "text_of_item"("title" text, "external_id" text, "content" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT x."text" FROM "texts_of_item"("title", "external_id", "content") x
$$;
CREATE OR REPLACE FUNCTION "write_item_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "item_texts" ("project_id", "position", "text")
  SELECT a."project_id", a."position", x."text"
  FROM "added" a CROSS JOIN LATERAL "texts_of_item"(a."title", a."external_id", a."content") x;
  RETURN NULL;
END $$;

-- May these units be added? A connection keeps the plans of a trigger: one that was made while there were few tasks would read all of them.
CREATE FUNCTION "units_added"() RETURNS trigger LANGUAGE plpgsql
SET "enable_seqscan" = off SET "enable_hashjoin" = off SET "enable_mergejoin" = off AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM "added" u JOIN "tasks" t ON t."id" = u."task_id"
    WHERE u."maker_id" IS NOT NULL AND (t."state" NOT IN ('open', 'consolidating') OR u."parent_key" IS NULL)) THEN
    RAISE EXCEPTION 'units are listed while a task is open or being settled' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- Once anybody has begun, a new round may bring others in, before its first annotation.
  IF EXISTS (
    SELECT 1 FROM "added" u JOIN "tasks" t ON t."id" = u."task_id"
    WHERE u."maker_id" IS NULL AND t."state" <> 'preparing'
      AND EXISTS (SELECT 1 FROM "annotations" a WHERE a."task_id" = t."id")
      AND (u."since_round" <> t."round"
        OR EXISTS (SELECT 1 FROM "annotations" a WHERE a."task_id" = t."id" AND a."round" >= t."round"))) THEN
    RAISE EXCEPTION 'the units of a task are fixed once annotation has begun' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "units_added" AFTER INSERT ON "units"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "units_added"();
DROP TRIGGER "units_fixed" ON "units";
CREATE TRIGGER "units_fixed" BEFORE UPDATE OR DELETE ON "units" FOR EACH ROW EXECUTE FUNCTION "units_fixed"();
