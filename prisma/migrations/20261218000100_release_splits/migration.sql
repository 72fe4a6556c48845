-- AlterTable
ALTER TABLE "releases" ADD COLUMN     "splits" JSONB;

-- How a release is divided stays as it was ordered, as all else of it.
CREATE OR REPLACE FUNCTION "keep_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."state" = 'ready' AND (OLD."number", OLD."state", OLD."notes", OLD."card", OLD."splits", OLD."manifest", OLD."digest", OLD."changes", OLD."fingerprint", OLD."created_by_id", OLD."created_at", OLD."built_at")
    IS DISTINCT FROM (NEW."number", NEW."state", NEW."notes", NEW."card", NEW."splits", NEW."manifest", NEW."digest", NEW."changes", NEW."fingerprint", NEW."created_by_id", NEW."created_at", NEW."built_at")
  THEN RAISE EXCEPTION 'a release that is ready is not changed';
  END IF;
  RETURN NEW;
END $$;
