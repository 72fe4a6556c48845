-- How many times tasks have left a project's ledger of ratings. Kept figures name the number that they were made under, so that those
-- which hold answers of a task that was sent back or discarded since are shown to nobody.
CREATE TABLE "ledger_departures" (
    "project_id" UUID NOT NULL,
    "times" INTEGER NOT NULL,

    CONSTRAINT "ledger_departures_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "ledger_departures" ADD CONSTRAINT "ledger_departures_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
