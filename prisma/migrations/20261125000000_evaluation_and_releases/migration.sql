-- CreateEnum
CREATE TYPE "EvaluationState" AS ENUM ('uploading', 'working', 'done', 'refused', 'failed');

-- CreateEnum
CREATE TYPE "ReleaseState" AS ENUM ('building', 'ready', 'failed');

-- AlterEnum
ALTER TYPE "GoldOrigin" ADD VALUE 'tallied';

-- AlterEnum
ALTER TYPE "RunKind" ADD VALUE 'evaluation' AFTER 'pipeline';

-- AlterTable
ALTER TABLE "annotations" ADD COLUMN     "shown" JSONB;

-- AlterTable
ALTER TABLE "golds" ADD COLUMN     "votes" JSONB;

-- AlterTable
ALTER TABLE "run_items" ADD COLUMN     "proposals" JSONB;

-- CreateTable
CREATE TABLE "guideline_readings" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guideline_readings_pkey" PRIMARY KEY ("project_id","user_id","version")
);

-- CreateTable
CREATE TABLE "audits" (
    "audit_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "seed" INTEGER NOT NULL,
    "eligible" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audits_pkey" PRIMARY KEY ("audit_id")
);

-- CreateTable
CREATE TABLE "evaluations" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "task" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "run_id" UUID,
    "sha256" TEXT,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "state" "EvaluationState" NOT NULL DEFAULT 'uploading',
    "progress" BIGINT NOT NULL DEFAULT 0,
    "records" INTEGER NOT NULL DEFAULT 0,
    "systems" JSONB NOT NULL DEFAULT '[]',
    "matched" INTEGER NOT NULL DEFAULT 0,
    "unmatched" INTEGER NOT NULL DEFAULT 0,
    "problem_count" INTEGER NOT NULL DEFAULT 0,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "missed" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "evaluations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_chunks" (
    "evaluation_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "evaluation_chunks_pkey" PRIMARY KEY ("evaluation_id","position")
);

-- CreateTable
CREATE TABLE "evaluation_reports" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "task" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "body" JSONB,
    "error" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_errors" (
    "report_id" UUID NOT NULL,
    "scoring" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "position" INTEGER,
    "external_id" TEXT,
    "unit" TEXT,
    "gold" JSONB NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "evaluation_errors_pkey" PRIMARY KEY ("report_id","scoring","system","number")
);

-- CreateTable
CREATE TABLE "release_cards" (
    "project_id" UUID NOT NULL,
    "text" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "release_cards_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "releases" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "ReleaseState" NOT NULL DEFAULT 'building',
    "notes" TEXT NOT NULL DEFAULT '',
    "card" JSONB NOT NULL,
    "manifest" JSONB,
    "digest" TEXT,
    "changes" JSONB,
    "fingerprint" TEXT,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "link_hash" TEXT,
    "link_made_at" TIMESTAMPTZ(3),
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "built_at" TIMESTAMPTZ(3),

    CONSTRAINT "releases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_files" (
    "release_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "crc32" BIGINT NOT NULL,

    CONSTRAINT "release_files_pkey" PRIMARY KEY ("release_id","path")
);

-- CreateTable
CREATE TABLE "release_chunks" (
    "release_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "release_chunks_pkey" PRIMARY KEY ("release_id","path","position")
);

-- CreateIndex
CREATE INDEX "audits_project_id_idx" ON "audits"("project_id");

-- CreateIndex
CREATE INDEX "evaluations_project_id_task_idx" ON "evaluations"("project_id", "task");

-- CreateIndex
CREATE UNIQUE INDEX "evaluation_reports_project_id_task_asked_key" ON "evaluation_reports"("project_id", "task", "asked");

-- CreateIndex
CREATE UNIQUE INDEX "releases_link_hash_key" ON "releases"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "releases_project_id_number_key" ON "releases"("project_id", "number");

-- AddForeignKey
ALTER TABLE "guideline_readings" ADD CONSTRAINT "guideline_readings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audits" ADD CONSTRAINT "audits_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audits" ADD CONSTRAINT "audits_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_chunks" ADD CONSTRAINT "evaluation_chunks_evaluation_id_fkey" FOREIGN KEY ("evaluation_id") REFERENCES "evaluations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_reports" ADD CONSTRAINT "evaluation_reports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_errors" ADD CONSTRAINT "evaluation_errors_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "evaluation_reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_cards" ADD CONSTRAINT "release_cards_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "releases" ADD CONSTRAINT "releases_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_files" ADD CONSTRAINT "release_files_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_chunks" ADD CONSTRAINT "release_chunks_release_id_path_fkey" FOREIGN KEY ("release_id", "path") REFERENCES "release_files"("release_id", "path") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was built once stays as it was built: a release loses nothing and changes nothing but its link.
CREATE FUNCTION "keep_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."state" = 'ready' AND (OLD."number", OLD."state", OLD."notes", OLD."card", OLD."manifest", OLD."digest", OLD."changes", OLD."fingerprint", OLD."created_by_id", OLD."created_at", OLD."built_at")
    IS DISTINCT FROM (NEW."number", NEW."state", NEW."notes", NEW."card", NEW."manifest", NEW."digest", NEW."changes", NEW."fingerprint", NEW."created_by_id", NEW."created_at", NEW."built_at")
  THEN RAISE EXCEPTION 'a release that is ready is not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keep_release" BEFORE UPDATE ON "releases" FOR EACH ROW EXECUTE FUNCTION "keep_release"();

CREATE FUNCTION "keep_release_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "releases" r WHERE r."id" = COALESCE(NEW."release_id", OLD."release_id") AND r."state" = 'ready') THEN
    RAISE EXCEPTION 'the files of a release that is ready are not changed';
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER "keep_release_file" BEFORE INSERT OR UPDATE OR DELETE ON "release_files" FOR EACH ROW EXECUTE FUNCTION "keep_release_file"();
CREATE TRIGGER "keep_release_chunk" BEFORE INSERT OR UPDATE OR DELETE ON "release_chunks" FOR EACH ROW EXECUTE FUNCTION "keep_release_file"();

-- It goes only with its project.
CREATE FUNCTION "hold_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."state" = 'ready' AND EXISTS (SELECT 1 FROM "projects" p WHERE p."id" = OLD."project_id") THEN
    RAISE EXCEPTION 'a release that is ready is not removed';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "hold_release" BEFORE DELETE ON "releases" FOR EACH ROW EXECUTE FUNCTION "hold_release"();
