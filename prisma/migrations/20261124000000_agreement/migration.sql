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
