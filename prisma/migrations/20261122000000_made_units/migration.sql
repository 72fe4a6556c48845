-- CreateEnum
CREATE TYPE "ThirdRater" AS ENUM ('always', 'deadlock');

-- AlterEnum
ALTER TYPE "ResolutionHow" ADD VALUE 'discussed';

-- DropIndex
DROP INDEX "units_task_id_key_key";

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "roll_up_rule" TEXT;

-- AlterTable
ALTER TABLE "stages" ADD COLUMN     "third_rater" "ThirdRater" NOT NULL DEFAULT 'deadlock';

-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "stale_changes" JSONB,
ADD COLUMN     "third_rater_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "units" ADD COLUMN     "data" JSONB,
ADD COLUMN     "maker_id" UUID,
ADD COLUMN     "parent_key" TEXT,
ADD COLUMN     "retired_round" INTEGER,
ADD COLUMN     "since_round" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "roll_up_overrides" (
    "item_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "value" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "roll_up_overrides_pkey" PRIMARY KEY ("item_id","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "units_task_id_key_since_round_key" ON "units"("task_id", "key", "since_round");

-- AddForeignKey
ALTER TABLE "units" ADD CONSTRAINT "units_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roll_up_overrides" ADD CONSTRAINT "roll_up_overrides_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roll_up_overrides" ADD CONSTRAINT "roll_up_overrides_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- walls

-- The task's own units are fixed once anybody has begun to annotate. A new round may retire some and bring others in,
-- before its first annotation. What a person lists is added while they may answer, and neither changed nor taken away:
-- an entry that leaves its list is simply no longer listed.
CREATE OR REPLACE FUNCTION "units_fixed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE task record;
BEGIN
  SELECT t.state, t.round INTO task FROM tasks t WHERE t.id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END);
  IF NOT FOUND THEN
    RETURN OLD; -- the task itself is being deleted
  END IF;
  IF TG_OP = 'INSERT' AND NEW.maker_id IS NOT NULL THEN
    IF task.state IN ('open', 'consolidating') AND NEW.parent_key IS NOT NULL THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'units are listed while a task is open or being settled' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.maker_id IS NOT NULL THEN
    RAISE EXCEPTION 'what a person listed is not changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF task.state = 'preparing' OR NOT EXISTS (SELECT 1 FROM annotations a WHERE a.task_id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.task_id ELSE NEW.task_id END)) THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP <> 'DELETE' AND NOT EXISTS (SELECT 1 FROM annotations a WHERE a.task_id = NEW.task_id AND a.round >= task.round) THEN
    IF TG_OP = 'INSERT' AND NEW.since_round = task.round THEN
      RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.retired_round = task.round
       AND to_jsonb(NEW) - 'retired_round' = to_jsonb(OLD) - 'retired_round' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the units of a task are fixed once annotation has begun' USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Nobody answers about what somebody else listed.
CREATE FUNCTION "labels_own_units"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM units u JOIN annotations a ON a.id = NEW.annotation_id
             WHERE u.id = NEW.unit_id AND u.maker_id <> a.user_id) THEN
    RAISE EXCEPTION 'a label is about the task''s own units or what its annotator listed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "labels_own_units" BEFORE INSERT ON "labels" FOR EACH ROW EXECUTE FUNCTION "labels_own_units"();

-- Labels set by hand are versions; none is rewritten.
CREATE FUNCTION "overrides_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a label set by hand is superseded, never rewritten' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "overrides_immutable" BEFORE UPDATE ON "roll_up_overrides" FOR EACH ROW EXECUTE FUNCTION "overrides_immutable"();
