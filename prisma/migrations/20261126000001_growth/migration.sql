-- The page of assignments reads the tasks of a project in their order: fifty of them, not all.
CREATE INDEX "tasks_project_id_position_id_idx" ON "tasks"("project_id", "position", "id");
