import 'server-only'
import { prisma } from '@/lib/server/db'

/** The name shown for each person, by id. */
export type PersonNames = Record<string, string>

/**
 * Everyone with a part in a project's answers. Managers see names; to all others people are numbered, annotators and
 * reviewers apart, in the order in which they first took part.
 */
export async function personNames(projectId: string, withNames: boolean): Promise<PersonNames> {
  const people = await prisma().$queryRaw<{ id: string; name: string; annotates: boolean }[]>`
    with parts as (
      select n.user_id id, true annotates, min(n.started_at) since
      from annotations n join tasks t on t.id = n.task_id where t.project_id = ${projectId}::uuid group by n.user_id
      union all
      select r.resolved_by_id, false, min(r.resolved_at)
      from resolutions r join tasks t on t.id = r.task_id where t.project_id = ${projectId}::uuid group by r.resolved_by_id
      union all
      select unnest(array[t.adjudicator_id, t.approver_id]), false, coalesce(t.adjudicated_at, t.approved_at)
      from tasks t where t.project_id = ${projectId}::uuid)
    select u.id, u.name, bool_or(annotates) annotates
    from parts join users u on u.id = parts.id group by u.id, u.name order by min(since), u.id`
  const names: PersonNames = {}
  const counts = { annotator: 0, reviewer: 0 }
  for (const person of people) {
    const part = person.annotates ? 'annotator' : 'reviewer'
    names[person.id] = withNames ? person.name : `${part} ${++counts[part]}`
  }
  return names
}
