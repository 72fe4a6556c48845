-- A second decision is made once: what was drawn never changes, nor does an outcome that was decided. Who decided may be forgotten with
-- their account.
CREATE FUNCTION "second_adjudications_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE TRIGGER "second_adjudications_frozen" BEFORE UPDATE ON "second_adjudications"
  FOR EACH ROW EXECUTE FUNCTION "second_adjudications_frozen"();
