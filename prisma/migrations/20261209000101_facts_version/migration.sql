-- DropIndex
DROP INDEX "items_project_id_domain_position_idx";

-- DropIndex
DROP INDEX "items_project_id_source_idx";

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "facts_version" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "items_project_id_shown_source_position_idx" ON "items"("project_id", "shown_source", "position");

-- CreateIndex
CREATE INDEX "items_project_id_shown_domain_position_idx" ON "items"("project_id", "shown_domain", "position");

-- CreateIndex
CREATE INDEX "items_tags_idx" ON "items" USING GIN ("tags");
