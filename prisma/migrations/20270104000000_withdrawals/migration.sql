-- CreateTable
CREATE TABLE "withdrawals" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "item_id" UUID,
    "release_id" UUID,
    "reason" TEXT NOT NULL,
    "erratum" TEXT NOT NULL,
    "by_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "transaction" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_item_id_key" ON "withdrawals"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_release_id_key" ON "withdrawals"("release_id");

-- CreateIndex
CREATE INDEX "withdrawals_project_id_idx" ON "withdrawals"("project_id");

-- CreateIndex
CREATE INDEX "withdrawals_by_id_idx" ON "withdrawals"("by_id");

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- walls

ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_of_one_thing" CHECK (num_nonnulls("item_id", "release_id") = 1);
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_say_why" CHECK (btrim("reason") <> '' AND btrim("erratum") <> '');

-- Which transaction writes it is not the writer's to say.
CREATE FUNCTION "withdrawals_of_their_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."transaction" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER "withdrawals_of_their_transaction" BEFORE INSERT ON "withdrawals"
  FOR EACH ROW EXECUTE FUNCTION "withdrawals_of_their_transaction"();

-- It goes only with what it is of.
CREATE FUNCTION "withdrawals_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM "items" i WHERE i."id" = OLD."item_id")
     AND NOT EXISTS (SELECT 1 FROM "releases" r WHERE r."id" = OLD."release_id") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a withdrawal is not changed and not taken back' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "withdrawals_stay" BEFORE UPDATE OR DELETE ON "withdrawals" FOR EACH ROW EXECUTE FUNCTION "withdrawals_stay"();

-- The one exemption from what keeps events, gold, labels, snapshots and releases as they are: in the transaction that writes a
-- withdrawal, once that names it, and for these columns alone.
--   select set_config('assay.withdrawing', '<id of the withdrawal>', true)
CREATE FUNCTION "is_withdrawing"("before" jsonb, "after" jsonb, "texts" text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF coalesce(current_setting('assay.withdrawing', true), '') = '' THEN
    RETURN false;
  END IF;
  RETURN "before" - "texts" = "after" - "texts" AND EXISTS (
    SELECT 1 FROM "withdrawals" w
    WHERE w."id"::text = current_setting('assay.withdrawing', true) AND w."transaction" = pg_current_xact_id()::text::bigint);
END $$;

-- What stands in the place of a text.
CREATE FUNCTION "withdrawn_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN "value" = '' OR "value" ~ '^sha256:[0-9a-f]{64}$' THEN "value"
    ELSE 'sha256:' || encode(sha256(convert_to("value", 'UTF8')), 'hex') END
$$;
-- The same of all texts in a value, also those that name something in it; ids stay, because rows are found by them.
CREATE FUNCTION "withdrawn_json"("value" jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof("value")
    WHEN 'string' THEN CASE WHEN "value" #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN "value"
      ELSE to_jsonb(withdrawn_text("value" #>> '{}')) END
    WHEN 'array' THEN coalesce((
      SELECT jsonb_agg(withdrawn_json(e."value") ORDER BY e."ordinality") FROM jsonb_array_elements("value") WITH ORDINALITY e), '[]')
    WHEN 'object' THEN coalesce((
      SELECT jsonb_object_agg(CASE WHEN e."key" ~ '^[A-Za-z0-9_.:/-]{1,64}$' THEN e."key" ELSE withdrawn_text(e."key") END,
                              withdrawn_json(e."value")) FROM jsonb_each("value") e), '{}')
    ELSE "value" END;
END $$;

-- A withdrawn item stays out, whoever takes back its discarding.
CREATE FUNCTION "withdrawn_items_stay_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "withdrawals" w WHERE w."item_id" = NEW."id") THEN
    RAISE EXCEPTION 'a withdrawn item does not come back' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "withdrawn_items_stay_out" BEFORE UPDATE OF "discarded_at" ON "items"
  FOR EACH ROW WHEN (OLD."discarded_at" IS NOT NULL AND NEW."discarded_at" IS NULL) EXECUTE FUNCTION "withdrawn_items_stay_out"();
CREATE FUNCTION "withdrawn_tasks_stay_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "withdrawals" w WHERE w."item_id" = NEW."item_id") THEN
    RAISE EXCEPTION 'a withdrawn item does not come back' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "withdrawn_tasks_stay_out" BEFORE UPDATE OF "state" ON "tasks"
  FOR EACH ROW WHEN (OLD."state" = 'discarded' AND NEW."state" <> 'discarded') EXECUTE FUNCTION "withdrawn_tasks_stay_out"();

-- What follows is as it was, but for the lines that name is_withdrawing.

create or replace function events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.project_id::text = current_setting('assay.deleting_project', true) then
      return old;
    end if;
    if old.project_id is null and old.type in ('session.started', 'session.ended', 'sign_in.failed', 'sign_in.locked')
      and old.at < nullif(current_setting('assay.forgetting_sign_ins_before', true), '')::timestamptz then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    if is_withdrawing(to_jsonb(old), to_jsonb(new), '{data}') then
      return new;
    end if;
  end if;
  raise exception 'events are append-only' using errcode = 'integrity_constraint_violation';
end $$;

CREATE OR REPLACE FUNCTION "golds_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{answers,roll_up,votes}') THEN
    RETURN NEW;
  END IF;
  IF (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') OR OLD.superseded_at IS NOT NULL THEN
    RAISE EXCEPTION 'gold is superseded, never rewritten' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "overrides_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{value,reason}') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a label set by hand is superseded, never rewritten' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE FUNCTION "second_adjudications_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{answers}') THEN
    RETURN NEW;
  END IF;
  IF (NEW.copy_id, NEW.project_id, NEW.original_id, NEW.round, NEW.gold_id, NEW.drawn_at)
     IS DISTINCT FROM (OLD.copy_id, OLD.project_id, OLD.original_id, OLD.round, OLD.gold_id, OLD.drawn_at) THEN
    RAISE EXCEPTION 'what was drawn for a second decision is frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.outcome IS NOT NULL AND ((NEW.outcome, NEW.decided_at, NEW.answers) IS DISTINCT FROM (OLD.outcome, OLD.decided_at, OLD.answers)
     OR (NEW.decided_by_id IS NOT NULL AND NEW.decided_by_id IS DISTINCT FROM OLD.decided_by_id)) THEN
    RAISE EXCEPTION 'a second decision is frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "runs_keep_their_plan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{plan,state_detail,first_failure}') THEN
    RETURN NEW;
  END IF;
  IF (NEW.project_id, NEW.kind, NEW.stage_key, NEW.plan, NEW.created_by_id, NEW.created_at)
     IS DISTINCT FROM (OLD.project_id, OLD.kind, OLD.stage_key, OLD.plan, OLD.created_by_id, OLD.created_at) THEN
    RAISE EXCEPTION 'a run keeps its plan: start another' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "suggestions_stay_as_made"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{value,rationale}') THEN
    RETURN NEW;
  END IF;
  IF (NEW.task_id, NEW.question, NEW.value, NEW.source, NEW.model, NEW.prompt_hash, NEW.score, NEW.rationale, NEW.run_id)
     IS DISTINCT FROM (OLD.task_id, OLD.question, OLD.value, OLD.source, OLD.model, OLD.prompt_hash, OLD.score,
                       OLD.rationale, OLD.run_id)
     AND NOT is_moving(OLD.task_id) THEN
    RAISE EXCEPTION 'a suggestion stays as it was made: add another' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "keep_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{notes,card,manifest,changes,error}') THEN
    RETURN NEW;
  END IF;
  IF OLD."state" = 'ready' AND (OLD."number", OLD."state", OLD."notes", OLD."card", OLD."splits", OLD."manifest", OLD."digest", OLD."changes", OLD."fingerprint", OLD."created_by_id", OLD."created_at", OLD."built_at")
    IS DISTINCT FROM (NEW."number", NEW."state", NEW."notes", NEW."card", NEW."splits", NEW."manifest", NEW."digest", NEW."changes", NEW."fingerprint", NEW."created_by_id", NEW."created_at", NEW."built_at")
  THEN RAISE EXCEPTION 'a release that is ready is not changed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "labels_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Imported work is written together with its annotation, which is submitted in the same transaction, afterwards.
  IF EXISTS (SELECT 1 FROM annotations a WHERE a.id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.annotation_id ELSE NEW.annotation_id END) AND a.state = 'submitted')
     AND NOT is_moving(CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END) THEN
    IF TG_OP = 'UPDATE' THEN
      IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{value}') THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'the labels of a submitted annotation are frozen' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE FUNCTION "units_fixed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE task record;
BEGIN
  SELECT t.state, t.round INTO task FROM tasks t WHERE t.id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END);
  IF NOT FOUND THEN
    RETURN OLD; -- the task itself is being deleted
  END IF;
  IF TG_OP = 'INSERT' AND NEW.maker_id IS NOT NULL THEN
    IF task.state IN ('open', 'consolidating') AND NEW.parent_key IS NOT NULL THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'units are listed while a task is open or being settled' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), '{text,data}') THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.maker_id IS NOT NULL THEN
    RAISE EXCEPTION 'what a person listed is not changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF task.state = 'preparing' OR NOT EXISTS (SELECT 1 FROM annotations a WHERE a.task_id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END)) THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP <> 'DELETE' AND NOT EXISTS (SELECT 1 FROM annotations a WHERE a.task_id = NEW.task_id AND a.round >= task.round) THEN
    IF TG_OP = 'INSERT' AND NEW.since_round = task.round THEN
      RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.retired_round = task.round
       AND to_jsonb(NEW) - 'retired_round' = to_jsonb(OLD) - 'retired_round' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the units of a task are fixed once annotation has begun' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE FUNCTION "kept_as_it_was"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_withdrawing(to_jsonb(OLD), to_jsonb(NEW), CASE TG_TABLE_NAME
      WHEN 'page_snapshots' THEN '{title,text}' WHEN 'search_records' THEN '{query,results}' WHEN 'found_evidence' THEN '{entry}'
      ELSE '{}' END::text[]) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a row of % stays as it was kept: add another', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE FUNCTION "keep_release_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "releases" r WHERE r."id" = COALESCE(NEW."release_id", OLD."release_id") AND r."state" = 'ready')
     AND NOT is_withdrawing('{}', '{}', '{}') THEN
    RAISE EXCEPTION 'the files of a release that is ready are not changed';
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;

-- Texts that stand within another: is one of them there, and what is left when each has become its hash.
CREATE FUNCTION "holds_text"("whole" text, "texts" text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT 1 FROM unnest("texts") t(text) WHERE strpos("whole", t.text) > 0)
$$;
CREATE FUNCTION "without_texts"("whole" text, "texts" text[], "hashes" text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE "left" text := "whole";
BEGIN
  FOR at IN 1 .. cardinality("texts") LOOP
    IF strpos("left", "texts"[at]) > 0 THEN
      "left" := replace("left", "texts"[at], "hashes"[at]);
    END IF;
  END LOOP;
  RETURN "left";
END $$;
