-- A search finds the texts of lists too, of which the units of an item's first stage are made: contradictions, claims, revisions,
-- segments. Not found is what annotators are not to know while they may still be asked: the revision that people made, and which
-- model extracted both lists of claims. Other lists hold whole pages of evidence, and claims of others' labels.
CREATE OR REPLACE FUNCTION "text_of_item"("title" text, "external_id" text, "content" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\x1f', "title", "external_id", (
    SELECT string_agg(part.value #>> '{}', E'\x1f')
    FROM jsonb_each(CASE jsonb_typeof("content") WHEN 'object' THEN "content" ELSE '{}' END) part
    WHERE jsonb_typeof(part.value) = 'string' 
      AND NOT (part.key = 'humanRevision' AND "content" ? 'revisions' OR part.key = 'extractor' AND "content" ? 'lists')), (
    SELECT string_agg(listed.value #>> '{}', E'\x1f')
    FROM unnest(ARRAY['$.contradictions[*].text', '$.lists[*][*]', '$.revisions[*]', '$.segments[*]']::jsonpath[]) path
    CROSS JOIN LATERAL jsonb_path_query("content", path) listed(value)
    WHERE jsonb_typeof(listed.value) = 'string')))
$$;
UPDATE "item_texts" x SET "text" = "text_of_item"(i."title", i."external_id", i."content")
FROM "items" i
WHERE i."project_id" = x."project_id" AND i."position" = x."position"
  AND i."content" ?| ARRAY['contradictions', 'lists', 'revisions', 'segments', 'humanRevision', 'extractor'];
