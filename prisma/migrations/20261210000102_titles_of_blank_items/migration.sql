-- Items whose text begins with no words had an empty title: a link without words in lists and at the desk. Imports name them since by
-- their id or place (lib/workspace/imports/read-item.ts).
UPDATE "items" SET "title" = coalesce(nullif(btrim("external_id"), ''), 'Item ' || "position") WHERE "title" !~ '\S';
