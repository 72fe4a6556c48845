-- Read anew at each call, also within a statement that has waited for the withdrawal to end.
CREATE FUNCTION "item_withdrawn"("item" uuid) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (SELECT 1 FROM "withdrawals" w WHERE w."item_id" = "item")
$$;

-- No answer about a withdrawn item is written any more, but for hashes of the withdrawal itself and moves to another version of the protocol.
CREATE FUNCTION "withdrawn_items_take_no_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "tasks" t JOIN "withdrawals" w ON w."item_id" = t."item_id" WHERE t."id" = NEW."task_id")
     AND NOT is_withdrawing('{}', '{}', '{}') AND NOT is_moving(NEW."task_id") THEN
    RAISE EXCEPTION 'a withdrawn item takes no answers' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "withdrawn_items_take_no_answers" BEFORE INSERT OR UPDATE ON "labels"
  FOR EACH ROW EXECUTE FUNCTION "withdrawn_items_take_no_answers"();
CREATE TRIGGER "withdrawn_items_take_no_answers" BEFORE INSERT ON "events"
  FOR EACH ROW WHEN (NEW."type" = 'answer.saved') EXECUTE FUNCTION "withdrawn_items_take_no_answers"();

-- Files of releases that are ready: only of a project in which this transaction withdraws an item.
CREATE OR REPLACE FUNCTION "keep_release_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "releases" r WHERE r."id" = COALESCE(NEW."release_id", OLD."release_id") AND r."state" = 'ready'
       AND NOT (is_withdrawing('{}', '{}', '{}') AND EXISTS (
         SELECT 1 FROM "withdrawals" w WHERE w."project_id" = r."project_id" AND w."item_id" IS NOT NULL
           AND w."transaction" = pg_current_xact_id()::text::bigint))) THEN
    RAISE EXCEPTION 'the files of a release that is ready are not changed';
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;

-- As without_texts, in each text and name within a value: a text is never looked for in an escape sequence.
CREATE FUNCTION "json_without_texts"("value" jsonb, "texts" text[], "hashes" text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof("value")
    WHEN 'string' THEN to_jsonb(without_texts("value" #>> '{}', "texts", "hashes"))
    WHEN 'array' THEN coalesce((
      SELECT jsonb_agg(json_without_texts(e."value", "texts", "hashes") ORDER BY e."ordinality")
      FROM jsonb_array_elements("value") WITH ORDINALITY e), '[]')
    WHEN 'object' THEN coalesce((
      SELECT jsonb_object_agg(without_texts(e."key", "texts", "hashes"), json_without_texts(e."value", "texts", "hashes"))
      FROM jsonb_each("value") e), '{}')
    ELSE "value" END;
END $$;
