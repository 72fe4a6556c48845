-- Which items have a tag, in rows that an index holds whole: a list that is filtered by a tag reads no item for it.
-- CreateTable
CREATE TABLE "item_tags" (
    "project_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "item_tags_pkey" PRIMARY KEY ("project_id","position","tag")
);

-- CreateIndex
CREATE INDEX "item_tags_project_id_tag_position_idx" ON "item_tags"("project_id", "tag", "position");

-- AddForeignKey
ALTER TABLE "item_tags" ADD CONSTRAINT "item_tags_project_id_position_fkey" FOREIGN KEY ("project_id", "position") REFERENCES "items"("project_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "write_item_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "item_tags" ("project_id", "position", "tag")
  SELECT DISTINCT a."project_id", a."position", t."tag" FROM "added" a CROSS JOIN unnest(a."tags") t("tag");
  RETURN NULL;
END $$;
CREATE TRIGGER "write_item_tags" AFTER INSERT ON "items"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "write_item_tags"();

CREATE FUNCTION "rewrite_item_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "item_tags"
  WHERE "project_id" = NEW."project_id" AND "position" = NEW."position" AND NOT "tag" = ANY(NEW."tags");
  INSERT INTO "item_tags" ("project_id", "position", "tag")
  SELECT NEW."project_id", NEW."position", t."tag" FROM unnest(NEW."tags") t("tag") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "rewrite_item_tags" AFTER UPDATE OF "tags" ON "items"
  FOR EACH ROW WHEN (OLD."tags" IS DISTINCT FROM NEW."tags") EXECUTE FUNCTION "rewrite_item_tags"();

INSERT INTO "item_tags" ("project_id", "position", "tag")
SELECT DISTINCT i."project_id", i."position", t."tag" FROM "items" i CROSS JOIN unnest(i."tags") t("tag");
