-- Which item a record is about follows from its id and its content without labels. The key of items that are here
-- already is filled in by the next import into their project (lib/workspace/imports/fill-content-keys.ts): what belongs to
-- the content is for each protocol to say.
ALTER TABLE "items" ADD COLUMN "content_key" TEXT;
CREATE INDEX "items_project_id_content_key_idx" ON "items"("project_id", "content_key");

-- Labels that an import added to items that were here.
ALTER TABLE "imports" ADD COLUMN "joined_count" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "imports" ADD COLUMN "not_joined" JSONB NOT NULL DEFAULT '[]';
