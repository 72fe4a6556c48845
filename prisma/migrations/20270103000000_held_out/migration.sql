-- CreateTable
CREATE TABLE "held_out_splits" (
    "project_id" UUID NOT NULL,
    "per_person" INTEGER NOT NULL DEFAULT 5,
    "in_all" INTEGER NOT NULL DEFAULT 50,
    "opened_at" TIMESTAMPTZ(3),
    "opened_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_out_splits_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "held_out_items" (
    "release_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "gold_ids" UUID[],
    "label" JSONB,

    CONSTRAINT "held_out_items_pkey" PRIMARY KEY ("release_id","item_id")
);

-- CreateTable
CREATE TABLE "held_out_submissions" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "release_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "system" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "score" DOUBLE PRECISION,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_out_submissions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "held_out_items_item_id_idx" ON "held_out_items"("item_id");

-- CreateIndex
CREATE INDEX "held_out_items_project_id_idx" ON "held_out_items"("project_id");

-- CreateIndex
CREATE INDEX "held_out_submissions_project_id_user_id_idx" ON "held_out_submissions"("project_id", "user_id");

-- CreateIndex
CREATE INDEX "held_out_submissions_release_id_idx" ON "held_out_submissions"("release_id");

-- CreateIndex
CREATE INDEX "held_out_submissions_user_id_idx" ON "held_out_submissions"("user_id");

-- AddForeignKey
ALTER TABLE "held_out_splits" ADD CONSTRAINT "held_out_splits_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_items" ADD CONSTRAINT "held_out_items_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_items" ADD CONSTRAINT "held_out_items_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_items" ADD CONSTRAINT "held_out_items_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "held_out_splits"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_submissions" ADD CONSTRAINT "held_out_submissions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "held_out_splits"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_submissions" ADD CONSTRAINT "held_out_submissions_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_submissions" ADD CONSTRAINT "held_out_submissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Labels that have gone out cannot be taken back.
CREATE FUNCTION "keep_held_out_open"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."opened_at" IS NOT NULL AND NEW."opened_at" IS DISTINCT FROM OLD."opened_at"
  THEN RAISE EXCEPTION 'a held-out split that was opened stays open';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keep_held_out_open" BEFORE UPDATE ON "held_out_splits"
  FOR EACH ROW EXECUTE FUNCTION "keep_held_out_open"();
