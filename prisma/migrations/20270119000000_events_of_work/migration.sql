-- What hours count of the events of a project: who did it, when and at which task. Of hundreds of thousands the index alone is read.
CREATE INDEX "events_of_work" ON "events" ("project_id", "type", "actor_id") INCLUDE ("task_id", "at")
  WHERE "type" IN ('annotation.submitted', 'task.adjudicated', 'task.approved', 'task.approval_refused',
    'discussion.accepted', 'discussion.objected', 'comment.added');
