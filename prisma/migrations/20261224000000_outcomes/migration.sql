-- What became of an annotation's answers in the gold of its round.
CREATE TABLE "outcomes" (
    "annotation_id" UUID NOT NULL,
    "gold_id" UUID NOT NULL,
    "stood" INTEGER NOT NULL,
    "overruled" JSONB NOT NULL,

    CONSTRAINT "outcomes_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "outcomes_gold_id_idx" ON "outcomes"("gold_id");

ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_gold_id_fkey"
  FOREIGN KEY ("gold_id") REFERENCES "golds"("id") ON DELETE CASCADE ON UPDATE CASCADE;
