-- CreateTable
CREATE TABLE "acceptances" (
    "task_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "unit_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "value" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "acceptances_pkey" PRIMARY KEY ("task_id","round","unit_id","question","user_id")
);

-- AddForeignKey
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_unit_id_task_id_fkey" FOREIGN KEY ("unit_id", "task_id") REFERENCES "units"("id", "task_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- walls

-- Nobody settles a question of an item that they annotated. What partners settle by accepting the same value is nobody's
-- alone, so it names nobody.
CREATE FUNCTION "resolutions_outsider_settles"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.how::text = 'discussed' AND NEW.resolved_by_id IS NOT NULL THEN
    RAISE EXCEPTION 'what was settled in discussion was settled by nobody alone' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.resolved_by_id IS NOT NULL
     AND EXISTS (SELECT 1 FROM annotations a JOIN tasks o ON o.id = a.task_id JOIN tasks t ON t.item_id = o.item_id
                 WHERE t.id = NEW.task_id AND a.user_id = NEW.resolved_by_id) THEN
    RAISE EXCEPTION 'nobody settles a question of an item that they annotated' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "resolutions_outsider_settles" BEFORE INSERT OR UPDATE ON "resolutions"
  FOR EACH ROW EXECUTE FUNCTION "resolutions_outsider_settles"();
