-- A copy of a page belongs to whoever read it: one that partners shared told when the first of them had read the page. Copies
-- that were shared stay for the quotes that lead to them, and are given to nobody anew.
ALTER TABLE "page_snapshots" ADD COLUMN "reader" TEXT NOT NULL DEFAULT 'everybody';
ALTER TABLE "page_snapshots" ALTER COLUMN "reader" DROP DEFAULT;
DROP INDEX "page_snapshots_url_fetched_at_idx";
DROP INDEX "page_snapshots_url_sha256_key";
CREATE UNIQUE INDEX "page_snapshots_reader_url_sha256_key" ON "page_snapshots"("reader", "url", "sha256");
CREATE INDEX "page_snapshots_reader_url_fetched_at_idx" ON "page_snapshots"("reader", "url", "fetched_at");
DROP TRIGGER "page_snapshots_stay" ON "page_snapshots";
CREATE TRIGGER "page_snapshots_stay"
  BEFORE UPDATE OF "reader", "url", "final_url", "content_type", "title", "text", "sha256" ON "page_snapshots"
  FOR EACH ROW EXECUTE FUNCTION "kept_as_it_was"();

-- The serials of the ledger are part of the version of figures, which everybody reads. As a sequence they counted what is
-- derived in all projects of the house; drawn, they tell nothing, and a sum of others is another all the same.
CREATE FUNCTION "drawn_serial"() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(random() * 9007199254740992)::bigint
$$;
ALTER TABLE "rated_tasks" ALTER COLUMN "serial" SET DEFAULT "drawn_serial"();
DROP SEQUENCE "rated_tasks_serial_seq";
UPDATE "rated_tasks" SET "serial" = "drawn_serial"();
