-- Filters of lists of items count in these, and a list in an order is read off one of them, backwards too.
DROP INDEX "items_project_id_shown_domain_position_idx";
CREATE INDEX "items_project_id_shown_domain_shown_source_position_idx" ON "items"("project_id", "shown_domain", "shown_source", "position");
CREATE INDEX "items_project_id_title_position_idx" ON "items"("project_id", "title", "position");
CREATE INDEX "items_project_id_priority_position_idx" ON "items"("project_id", "priority", "position");
CREATE INDEX "items_last_change" ON "items"("project_id", coalesce("changed_at", "created_at"), "position");
CREATE INDEX "tasks_stage_id_state_position_idx" ON "tasks"("stage_id", "state", "position");
