-- What says which item a record is about is named by these two protocols since: fields of the content that are read and judged, in
-- the place of all. Keys by the rule before are filled in anew by the next check or import (docs/decisions/039).
UPDATE "items" SET "content_key" = NULL FROM "projects"
WHERE "projects"."id" = "items"."project_id"
  AND "projects"."protocol_id" IN ('veriscore-preference', 'factcheck-bench-revision');
