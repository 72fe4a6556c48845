-- The audit log: the events of a project by kind and by person, newest first, without reading those in between.
DROP INDEX "events_project_id_id_idx";
CREATE INDEX "events_project_id_type_at_id_idx" ON "events"("project_id", "type", "at", "id");
CREATE INDEX "events_project_id_actor_id_at_id_idx" ON "events"("project_id", "actor_id", "at", "id");

-- walls ------------------------------------------------------------------------------------------------------------------

-- What is no project's: accounts, sign-ins, tokens, and that projects came and went.
CREATE INDEX "events_of_the_house" ON "events" ("at", "id")
  WHERE "project_id" IS NULL OR "type" IN ('project.created', 'project.deleted');
