-- CreateEnum
CREATE TYPE "CopyPurpose" AS ENUM ('calibration', 'repeat');

-- CreateTable
CREATE TABLE "annotator_numbers" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,

    CONSTRAINT "annotator_numbers_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "rated_tasks" (
    "task_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "version" SMALLINT NOT NULL,
    "serial" BIGSERIAL NOT NULL,
    "week" DATE,
    "guideline" INTEGER,
    "annotations" SMALLINT NOT NULL,
    "not_independent" SMALLINT NOT NULL,

    CONSTRAINT "rated_tasks_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "rated_units" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "unit_key" TEXT NOT NULL,
    "raters" SMALLINT[],
    "codes" SMALLINT[],
    "arms" SMALLINT[],

    CONSTRAINT "rated_units_pkey" PRIMARY KEY ("task_id","measure","unit_key")
);

-- CreateTable
CREATE TABLE "further_ratings" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "unit_key" TEXT NOT NULL,
    "rater" TEXT NOT NULL,
    "code" SMALLINT NOT NULL,

    CONSTRAINT "further_ratings_pkey" PRIMARY KEY ("task_id","measure","unit_key","rater")
);

-- CreateTable
CREATE TABLE "compared_units" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "comparison" TEXT NOT NULL,
    "unit_key" TEXT NOT NULL,
    "first" SMALLINT NOT NULL,
    "second" SMALLINT NOT NULL,
    "sums" DOUBLE PRECISION[],

    CONSTRAINT "compared_units_pkey" PRIMARY KEY ("task_id","comparison","unit_key","first","second")
);

-- CreateTable
CREATE TABLE "rated_responses" (
    "task_id" UUID NOT NULL,
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "patterns" TEXT NOT NULL,

    CONSTRAINT "rated_responses_pkey" PRIMARY KEY ("task_id","measure")
);

-- CreateTable
CREATE TABLE "rated_patterns" (
    "stage_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "units" INTEGER NOT NULL,

    CONSTRAINT "rated_patterns_pkey" PRIMARY KEY ("stage_id","measure","pattern")
);

-- CreateTable
CREATE TABLE "kept_figures" (
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_figures_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateTable
CREATE TABLE "calibrations" (
    "project_id" UUID NOT NULL,
    "shadow_id" UUID NOT NULL,
    "gate_tasks" INTEGER NOT NULL DEFAULT 0,
    "gate_percent" INTEGER NOT NULL DEFAULT 70,
    "repeat_percent" INTEGER NOT NULL DEFAULT 0,
    "repeat_after_days" INTEGER NOT NULL DEFAULT 7,

    CONSTRAINT "calibrations_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "task_copies" (
    "task_id" UUID NOT NULL,
    "original_id" UUID NOT NULL,
    "purpose" "CopyPurpose" NOT NULL,
    "user_id" UUID,

    CONSTRAINT "task_copies_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "calibration_waivers" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "by_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "calibration_waivers_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "annotator_numbers_project_id_number_key" ON "annotator_numbers"("project_id", "number");

-- CreateIndex
CREATE INDEX "rated_tasks_project_id_serial_idx" ON "rated_tasks"("project_id", "serial");

-- CreateIndex
CREATE INDEX "rated_tasks_stage_id_idx" ON "rated_tasks"("stage_id");

-- CreateIndex
CREATE INDEX "rated_units_stage_id_measure_idx" ON "rated_units"("stage_id", "measure");

-- CreateIndex
CREATE INDEX "further_ratings_stage_id_measure_rater_idx" ON "further_ratings"("stage_id", "measure", "rater");

-- CreateIndex
CREATE INDEX "compared_units_stage_id_comparison_idx" ON "compared_units"("stage_id", "comparison");

-- CreateIndex
CREATE INDEX "rated_responses_stage_id_measure_idx" ON "rated_responses"("stage_id", "measure");

-- CreateIndex
CREATE UNIQUE INDEX "calibrations_shadow_id_key" ON "calibrations"("shadow_id");

-- CreateIndex
CREATE INDEX "task_copies_original_id_idx" ON "task_copies"("original_id");

-- AddForeignKey
ALTER TABLE "annotator_numbers" ADD CONSTRAINT "annotator_numbers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotator_numbers" ADD CONSTRAINT "annotator_numbers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_tasks" ADD CONSTRAINT "rated_tasks_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_units" ADD CONSTRAINT "rated_units_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "further_ratings" ADD CONSTRAINT "further_ratings_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "compared_units" ADD CONSTRAINT "compared_units_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_responses" ADD CONSTRAINT "rated_responses_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_patterns" ADD CONSTRAINT "rated_patterns_stage_id_fkey" FOREIGN KEY ("stage_id") REFERENCES "stages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kept_figures" ADD CONSTRAINT "kept_figures_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibrations" ADD CONSTRAINT "calibrations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibrations" ADD CONSTRAINT "calibrations_shadow_id_fkey" FOREIGN KEY ("shadow_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_copies" ADD CONSTRAINT "task_copies_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_copies" ADD CONSTRAINT "task_copies_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibration_waivers" ADD CONSTRAINT "calibration_waivers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- walls

-- The ledger of ratings knows by itself what it has missed: a machine's suggestions may come after the reveal.
CREATE FUNCTION "suggestions_change_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "rated_tasks" r SET "revision" = 0 FROM (SELECT DISTINCT "task_id" FROM "added") a WHERE r."task_id" = a."task_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "suggestions_change_ratings" AFTER INSERT ON "suggestions"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "suggestions_change_ratings"();

-- Whoever watches a project hears when one of its tasks changes its state; what has changed they look up themselves.
CREATE FUNCTION "tell_of_task"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('assay_projects', NEW."project_id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "tell_of_task" AFTER UPDATE OF "state" ON "tasks"
  FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state") EXECUTE FUNCTION "tell_of_task"();

ALTER TABLE "rated_units" ADD CONSTRAINT "rated_units_shape"
  CHECK (cardinality("raters") = cardinality("codes") AND cardinality("raters") = cardinality("arms") AND cardinality("raters") > 0);
ALTER TABLE "calibrations" ADD CONSTRAINT "calibrations_shares"
  CHECK ("gate_tasks" >= 0 AND "gate_percent" BETWEEN 0 AND 100 AND "repeat_percent" BETWEEN 0 AND 100 AND "repeat_after_days" >= 0);

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

-- Discarded items are few; what is counted looks them up.
CREATE INDEX "items_discarded" ON "items" ("id") WHERE "discarded_at" IS NOT NULL;
