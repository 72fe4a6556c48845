-- A lead's own domain, source and tags. What the record says stays in "domain" and "source", for the files that are written of it;
-- the "shown" columns are what people see, filter and count by.
ALTER TABLE "items"
  ADD COLUMN "own_domain" TEXT,
  ADD COLUMN "own_source" TEXT,
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "shown_domain" TEXT GENERATED ALWAYS AS (coalesce("own_domain", "domain")) STORED,
  ADD COLUMN "shown_source" TEXT GENERATED ALWAYS AS (coalesce("own_source", "source")) STORED;
