import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { MOST_ASKED, type Touched, type TouchedItem } from './contract'
import { touchedQuestions } from './rules'

/**
 * The project's own finished items whose answers were given under guidelines that said something else about a question of their stage. Nothing of tasks that are not gold is read, and of
 * answers only under which version they were given.
 */
export async function listTouched(actor: Actor, projectId: string): Promise<Touched> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    const versions = await tx.guideline.findMany({ where: { projectId }, orderBy: { version: 'asc' } })
    const now = versions.at(-1)
    if (!now || versions.length === 1) return { version: now?.version ?? 0, stages: [], items: [] }
    const { stages } = protocolById(project.protocolId)
    // What each earlier version says otherwise, by stage.
    const touchedSince = new Map(
      versions
        .slice(0, -1)
        .map(({ version, body }) => [
          version,
          new Map(
            stages.map((stage) => [stage.key, touchedQuestions({ before: body, after: now.body }, stage.questions)]),
          ),
        ]),
    )
    const pairs = [...touchedSince].flatMap(([version, byStage]) =>
      [...byStage].flatMap(([stage, questions]) => (questions.length > 0 ? [{ stage, version }] : [])),
    )
    if (pairs.length === 0) return { version: now.version, stages: [], items: [] }
    const counts = await countFinished(tx, projectId, pairs)
    return {
      version: now.version,
      stages: stages.flatMap((stage) => {
        const found = counts.filter((each) => each.stage === stage.key)
        if (found.length === 0) return []
        const asked = found.flatMap(({ version }) => touchedSince.get(version)?.get(stage.key) ?? [])
        return [
          {
            stage: stage.key,
            title: stage.title,
            questions: titlesOf(stage, new Set(asked.map(({ key }) => key))),
            finished: found.reduce((sum, { finished }) => sum + finished, 0),
          },
        ]
      }),
      items: await listFinished(tx, projectId, pairs),
    }
  })
}

const titlesOf = ({ questions }: Stage, keys: ReadonlySet<string>): string[] => [
  ...new Set(questions.flatMap(({ key, title }) => (keys.has(key) ? [title] : []))),
]

interface Pair {
  stage: string
  version: number
}

/**
 * Finished tasks with the earliest version that an answer of their latest round was given under, as far as that version says something else: the one that an annotation was begun under; for one that was carried into
 * the round, the one that was in force when it was submitted.
 */
const touchedTasks = (projectId: string, pairs: readonly Pair[]) => Prisma.sql`
  from (
    select t.id, t.item_id, t.stage_id, min(coalesce(a.guideline_version, (
      select max(g.version) from guidelines g
      where g.project_id = t.project_id and g.created_at <= a.submitted_at))) "version"
    from tasks t join annotations a on a.task_id = t.id and a.round = t.round and a.state = 'submitted'
    where t.project_id = ${projectId}::uuid and t.state = 'gold'
      and not exists (select 1 from second_adjudications d where d.copy_id = t.id)
    group by t.id) f
  join stages s on s.id = f.stage_id join items i on i.id = f.item_id and i.discarded_at is null
  join unnest(${pairs.map(({ stage }) => stage)}::text[], ${pairs.map(({ version }) => version)}::int[]) p(stage, version)
    on p.stage = s.key and p.version = f.version`

const countFinished = (tx: Tx, projectId: string, pairs: readonly Pair[]) =>
  tx.$queryRaw<(Pair & { finished: number })[]>`
    select s.key "stage", f.version, count(*)::int "finished" ${touchedTasks(projectId, pairs)}
    group by s.key, f.version`

const listFinished = (tx: Tx, projectId: string, pairs: readonly Pair[]) =>
  tx.$queryRaw<TouchedItem[]>`
    select f.id "taskId", i.id "itemId", s.key "stage", i.position, i.title, f.version ${touchedTasks(projectId, pairs)}
    order by s.position, i.position limit ${MOST_ASKED}`
