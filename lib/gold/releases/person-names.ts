import 'server-only'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Protocol } from '@/lib/protocols/protocol'
import { listAnnotators } from '@/lib/quality/agreement/queries'

/** What stands for each person, by id; never the same for two. Who annotates and reviews has one of each. */
export interface PersonNames {
  annotators: Record<string, string>
  reviewers: Record<string, string>
}

/**
 * Everyone with a part in a project's answers, as `annotator 1` or `reviewer 1`, after the name if `withNames`.
 * Annotators are numbered by their first submission to a revealed task, reviewers by the first gold they had a part in, so that newcomers
 * never move anybody's number.
 */
export async function personNames(projectId: string, withNames: boolean): Promise<PersonNames> {
  const annotators = await transaction((tx) => listAnnotators(tx, projectId, 'revealed'))
  const reviewers = await prisma().$queryRaw<{ id: string; name: string }[]>`
    with parts as (
      select unnest(array[g.adjudicator_id, g.approver_id]) id, g.created_at
      from golds g join tasks t on t.id = g.task_id where t.project_id = ${projectId}::uuid
      union all
      select r.resolved_by_id, g.created_at
      from golds g join tasks t on t.id = g.task_id join resolutions r on r.task_id = g.task_id and r.round = g.round
      where t.project_id = ${projectId}::uuid
      union all
      select o.user_id, o.created_at
      from roll_up_overrides o join items i on i.id = o.item_id where i.project_id = ${projectId}::uuid)
    select u.id, u.name from parts join users u on u.id = parts.id
    group by u.id, u.name order by min(parts.created_at), u.id`
  const reviewer = (name: string, alias: string) => (withNames ? `${name} (${alias})` : alias)
  return {
    annotators: Object.fromEntries(annotators.map(({ userId, alias, named }) => [userId, withNames ? named : alias])),
    reviewers: Object.fromEntries(
      reviewers.map(({ id, name }, index) => [id, reviewer(name, `reviewer ${index + 1}`)]),
    ),
  }
}

/**
 * What stands for everyone in a release: aliases alone, also for voters whom an imported file named, by that name. Numbered in
 * the order in which their votes came in, so that a later release calls them the same. Places of votes are nobody's names: they stay, so that
 * a vote stays where it stood, and the first votes of two items are not taken for one person's.
 */
export async function releaseNames(projectId: string, { stages }: Protocol): Promise<PersonNames> {
  const names = await personNames(projectId, false)
  const voters = await prisma().$queryRaw<{ name: string }[]>`
    select v.vote ->> 'voter' name
    from golds g join tasks t on t.id = g.task_id
    cross join lateral jsonb_array_elements(g.votes) with ordinality v(vote, place)
    where t.project_id = ${projectId}::uuid and g.origin = 'imported' and g.votes is not null
    group by 1 order by min(g.created_at), min(t.position), min(v.place), 1`
  const isPlace = (name: string) => stages.some(({ votePlaces }) => votePlaces?.has(name))
  const namedVoters = voters.filter(({ name }) => !isPlace(name))
  const aliases = namedVoters.map(({ name }, index) => [name, `imported voter ${index + 1}`])
  return { ...names, annotators: { ...Object.fromEntries(aliases), ...names.annotators } }
}
