-- Says of which project something was done that may wait for somebody else: inboxes listen, and look for themselves what it is.
-- Before the reveal nothing that annotators do is among it, but for their questions to the managers.
CREATE FUNCTION "tell_inboxes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('assay_inboxes', NEW."project_id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "tell_inboxes" AFTER INSERT ON "events"
  FOR EACH ROW WHEN (
    NEW."type" IN ('disagreement.proposed', 'discussion.accepted', 'discussion.objected', 'discussion.taken_back', 'discussion.third_rater_called',
                   'resolution.saved', 'resolution.withdrawn', 'task.reopened', 'assignment.set_aside', 'assignment.question_answered',
                   'assignment.question_withdrawn')
    OR NEW."type" = 'comment.added' AND NEW."data" ->> 'reply' IS NOT NULL)
  EXECUTE FUNCTION "tell_inboxes"();
