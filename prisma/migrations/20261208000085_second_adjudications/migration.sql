-- CreateEnum
CREATE TYPE "SecondOutcome" AS ENUM ('settled', 'discarded', 'sent_back');

-- AlterTable
ALTER TABLE "answer_reads" ADD COLUMN     "through_copy" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "second_percent" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "second_seed" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "second_adjudications" (
    "copy_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "original_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "gold_id" UUID NOT NULL,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" "SecondOutcome",
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "answers" JSONB,

    CONSTRAINT "second_adjudications_pkey" PRIMARY KEY ("copy_id")
);

-- CreateIndex
CREATE INDEX "second_adjudications_project_id_idx" ON "second_adjudications"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "second_adjudications_original_id_round_key" ON "second_adjudications"("original_id", "round");

-- AddForeignKey
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_copy_id_fkey" FOREIGN KEY ("copy_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_gold_id_fkey" FOREIGN KEY ("gold_id") REFERENCES "golds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- walls
ALTER TABLE "projects" ADD CONSTRAINT "projects_second_share" CHECK ("second_percent" BETWEEN 0 AND 100 AND "second_seed" >= 0);
ALTER TABLE "second_adjudications" ADD CONSTRAINT "second_adjudications_decided_whole"
  CHECK (("outcome" IS NULL) = ("decided_at" IS NULL) AND (coalesce("outcome"::text, '') = 'settled') = ("answers" IS NOT NULL));

-- The second person had no part in the first decision: they neither annotated the item, nor settled or approved any of it, nor read what was settled.
CREATE FUNCTION "second_is_another"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM golds g WHERE g.id = NEW.gold_id AND NEW.decided_by_id IN (g.adjudicator_id, g.approver_id))
     OR EXISTS (SELECT 1 FROM resolutions r WHERE r.task_id = NEW.original_id AND r.resolved_by_id = NEW.decided_by_id)
     OR EXISTS (SELECT 1 FROM answer_reads r WHERE r.task_id = NEW.original_id AND r.user_id = NEW.decided_by_id AND NOT r.through_copy)
     OR EXISTS (SELECT 1 FROM annotations a JOIN tasks t ON t.id = a.task_id JOIN tasks o ON o.item_id = t.item_id
                WHERE o.id = NEW.original_id AND a.user_id = NEW.decided_by_id) THEN
    RAISE EXCEPTION 'a second decision is made by somebody who had no part in the first' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "second_is_another" BEFORE INSERT OR UPDATE OF "decided_by_id" ON "second_adjudications"
  FOR EACH ROW WHEN (NEW.decided_by_id IS NOT NULL) EXECUTE FUNCTION "second_is_another"();
