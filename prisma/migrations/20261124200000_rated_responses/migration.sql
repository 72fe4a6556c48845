-- CreateTable
CREATE TABLE "rated_responses" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "patterns" TEXT NOT NULL,

    CONSTRAINT "rated_responses_pkey" PRIMARY KEY ("task_id","measure")
);

-- CreateIndex
CREATE INDEX "rated_responses_stage_id_measure_idx" ON "rated_responses"("stage_id", "measure");

-- AddForeignKey
ALTER TABLE "rated_responses" ADD CONSTRAINT "rated_responses_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "rated_patterns" (
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "units" INTEGER NOT NULL,

    CONSTRAINT "rated_patterns_pkey" PRIMARY KEY ("stage_id","measure","pattern")
);

-- AddForeignKey
ALTER TABLE "rated_patterns" ADD CONSTRAINT "rated_patterns_stage_id_fkey" FOREIGN KEY ("stage_id") REFERENCES "stages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- walls

-- How many units were rated alike, counted as they come and go: a page reads as many rows as there are patterns. Whoever
-- writes the ledger of a project is alone with it, so that nobody waits for these rows.
CREATE FUNCTION "count_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rated_patterns" ("stage_id", "measure", "pattern", "units")
  SELECT "stage_id", "measure", array_to_string("raters", ',') || ':' || array_to_string("codes", ',') "pattern", count(*) "units" FROM "added" GROUP BY "stage_id", "measure", "raters", "codes"
  ON CONFLICT ("stage_id", "measure", "pattern") DO UPDATE SET "units" = "rated_patterns"."units" + excluded."units";
  RETURN NULL;
END $$;
CREATE TRIGGER "count_ratings" AFTER INSERT ON "rated_units"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_ratings"();

CREATE FUNCTION "uncount_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "rated_patterns" p SET "units" = p."units" - r."units"
  FROM (SELECT "stage_id", "measure", array_to_string("raters", ',') || ':' || array_to_string("codes", ',') "pattern", count(*) "units" FROM "removed" GROUP BY "stage_id", "measure", "raters", "codes") r
  WHERE p."stage_id" = r."stage_id" AND p."measure" = r."measure" AND p."pattern" = r."pattern";
  DELETE FROM "rated_patterns" p USING (SELECT DISTINCT "stage_id" FROM "removed") r
  WHERE p."stage_id" = r."stage_id" AND p."units" <= 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "uncount_ratings" AFTER DELETE ON "rated_units"
  REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "uncount_ratings"();

-- The units of a response folded into one row, so that a page reads as many rows as there are responses. The ledger
-- replaces the units of a task as a whole: first all are deleted, then all are inserted in one statement.
CREATE FUNCTION "fold_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rated_responses" ("task_id", "stage_id", "measure", "patterns")
  SELECT u."task_id", u."stage_id", u."measure",
         string_agg(array_to_string(u."raters", ',') || ':' || array_to_string(u."codes", ','), ' ' ORDER BY u."raters", u."codes")
  FROM "added" u GROUP BY u."task_id", u."stage_id", u."measure"
  ON CONFLICT ("task_id", "measure") DO UPDATE SET "patterns" = "rated_responses"."patterns" || ' ' || excluded."patterns";
  RETURN NULL;
END $$;
CREATE TRIGGER "fold_ratings" AFTER INSERT ON "rated_units"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "fold_ratings"();

CREATE FUNCTION "unfold_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "rated_responses" r USING (SELECT DISTINCT "task_id" FROM "removed") d WHERE r."task_id" = d."task_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "unfold_ratings" AFTER DELETE ON "rated_units"
  REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "unfold_ratings"();

-- What was rated before is folded now.
INSERT INTO "rated_responses" ("task_id", "stage_id", "measure", "patterns")
SELECT u."task_id", u."stage_id", u."measure",
       string_agg(array_to_string(u."raters", ',') || ':' || array_to_string(u."codes", ','), ' ' ORDER BY u."raters", u."codes")
FROM "rated_units" u GROUP BY u."task_id", u."stage_id", u."measure";
INSERT INTO "rated_patterns" ("stage_id", "measure", "pattern", "units")
SELECT "stage_id", "measure", array_to_string("raters", ',') || ':' || array_to_string("codes", ',') "pattern", count(*) "units" FROM "rated_units" GROUP BY "stage_id", "measure", "raters", "codes";
