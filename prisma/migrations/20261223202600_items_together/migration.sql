-- AlterTable
ALTER TABLE "items" ADD COLUMN     "changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "discarded_from" "TaskState",
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "item_edits" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "actor_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "change" JSONB,
    "undoes_id" UUID,
    "changed" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "item_edits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_edit_parts" (
    "id" BIGSERIAL NOT NULL,
    "edit_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "thousand" INTEGER NOT NULL,
    "positions" INTEGER[],
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,

    CONSTRAINT "item_edit_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_views" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "query" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "item_edits_undoes_id_key" ON "item_edits"("undoes_id");

-- CreateIndex
CREATE INDEX "item_edits_project_id_at_idx" ON "item_edits"("project_id", "at");

-- CreateIndex
CREATE INDEX "item_edit_parts_edit_id_idx" ON "item_edit_parts"("edit_id");

-- CreateIndex
CREATE INDEX "item_edit_parts_project_id_thousand_idx" ON "item_edit_parts"("project_id", "thousand");

-- CreateIndex
CREATE UNIQUE INDEX "item_views_project_id_owner_id_name_key" ON "item_views"("project_id", "owner_id", "name");

-- AddForeignKey
ALTER TABLE "item_edits" ADD CONSTRAINT "item_edits_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_edits" ADD CONSTRAINT "item_edits_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_edits" ADD CONSTRAINT "item_edits_undoes_id_fkey" FOREIGN KEY ("undoes_id") REFERENCES "item_edits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_edit_parts" ADD CONSTRAINT "item_edit_parts_edit_id_fkey" FOREIGN KEY ("edit_id") REFERENCES "item_edits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_views" ADD CONSTRAINT "item_views_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_views" ADD CONSTRAINT "item_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- walls ------------------------------------------------------------------------------------------------------------------

-- Higher priorities first, then the order that the stage chose.
DROP INDEX "tasks_queue";
CREATE INDEX "tasks_queue" ON "tasks" ("stage_id", "priority" DESC, "place", "position")
  WHERE "state" = 'open' AND "assigned_count" < "raters";

CREATE FUNCTION "prioritise_new_tasks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "tasks" t SET "priority" = i."priority"
  FROM "added" a JOIN "items" i ON i."id" = a."item_id"
  WHERE t."id" = a."id" AND i."priority" <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "tasks_prioritised" AFTER INSERT ON "tasks"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "prioritise_new_tasks"();

-- A discarded task says itself to which state it returns, whoever discarded it and however many with it.
UPDATE "tasks" t SET "discarded_from" = (l."was" ->> t."id"::text)::"TaskState"
FROM (SELECT DISTINCT ON ("item_id") "item_id", "data" -> 'was' "was" FROM "events" WHERE "type" = 'task.discarded' ORDER BY "item_id", "id" DESC) l
WHERE l."item_id" = t."item_id" AND t."state" = 'discarded' AND l."was" ->> t."id"::text <> 'discarded';
CREATE FUNCTION "keep_discarded_from"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."discarded_from" := CASE WHEN NEW."state" = 'discarded' THEN OLD."state" END;
  RETURN NEW;
END $$;
CREATE TRIGGER "tasks_discarded_from" BEFORE UPDATE OF "state" ON "tasks" FOR EACH ROW
  WHEN (OLD."state" IS DISTINCT FROM NEW."state") EXECUTE FUNCTION "keep_discarded_from"();
