-- The protocol that a project has at this moment. Volatile, so that a statement which has waited for a lock sees what was committed meanwhile:
-- an answer that was checked under one version of a protocol file is not written once the project has moved to another.
CREATE FUNCTION "protocol_now"("project" uuid) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT "protocol_id" FROM "projects" WHERE "id" = "project"
$$;
