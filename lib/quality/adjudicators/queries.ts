import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { isSettled, listAnnotators } from '@/lib/quality/agreement/ledger/number-annotators'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Adjudicator, Adjudicators } from './contract'
import { adjudicatorFigures, type Decision } from './figures'
import { RULES } from './rules'

/** Everybody who settled something, by name; for managers. Annotators have their aliases until everything counted is gold. */
export async function listAdjudicators(actor: Actor, projectId: string): Promise<Adjudicators> {
  const { project, annotators, decisions, people } = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Figures about people are for managers of the project.')
    const named = await isSettled(tx, projectId)
    // First, since it gives newcomers the numbers by which decisions know them.
    const annotators = (await listAnnotators(tx, projectId, 'revealed')).map((annotator) => ({
      number: annotator.number,
      key: `a${annotator.number}`,
      name: named ? annotator.named : annotator.alias,
    }))
    const decisions = await readDecisions(tx, projectId)
    const ids = [...new Set(decisions.map(({ userId }) => userId))]
    const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
    return { project, annotators, decisions, people }
  })
  const byPerson = new Map<string, Decision[]>(people.map(({ id }) => [id, []]))
  for (const decision of decisions) byPerson.get(decision.userId)?.push(decision)
  return {
    project: { id: project.id, name: project.name },
    rules: [...RULES],
    adjudicators: people
      .map(({ id, name }) => adjudicatorFigures({ userId: id, name }, byPerson.get(id) ?? [], annotators))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.userId < b.userId ? -1 : 1)),
  }
}

/** What everybody who settled something took of lanes and of suggestions, without names; for those who may already know who settled what. */
export async function listAdjudicatorFigures(projectId: string): Promise<Adjudicator[]> {
  const decisions = await transaction((tx) => readDecisions(tx, projectId))
  const ids = [...new Set(decisions.map(({ userId }) => userId))].sort()
  return ids.map((userId) =>
    adjudicatorFigures(
      { userId, name: '' },
      decisions.filter((decision) => decision.userId === userId),
      [],
    ),
  )
}

/** What people settled in the task's last round who had not annotated it, with the annotations that stood side by side and did not all say the same. */
function readDecisions(tx: Tx, projectId: string): Promise<Decision[]> {
  return tx.$queryRaw<Decision[]>`
    select r.resolved_by_id "userId", r.task_id "taskId", r.annotation_id "taken", r.how = 'edited' "edited",
      (select json_agg(json_build_object('id', n.id, 'number', a.number, 'suggested', l.origin = 'suggestion'))
       from annotations n
       join annotator_numbers a on a.project_id = t.project_id and a.user_id = n.user_id
       left join labels l on l.annotation_id = n.id and l.unit_id = r.unit_id and l.question = r.question
       where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted') "lanes"
    from resolutions r join tasks t on t.id = r.task_id
    where t.project_id = ${projectId}::uuid and ${COUNTED} and r.round = t.round and r.how in ('lane', 'edited') and r.resolved_by_id is not null
      and not exists (select 1 from annotations n where n.task_id = r.task_id and n.user_id = r.resolved_by_id)
      and exists (select 1 from annotations n where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted')
      and not exists (
        select 1 from annotations n left join labels l on l.annotation_id = n.id and l.unit_id = r.unit_id and l.question = r.question
        where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted'
        having count(l.value) = count(*) and count(distinct l.value) = 1)
    order by t.position, r.task_id, r.unit_id, r.question`
}
