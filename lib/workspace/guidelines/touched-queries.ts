import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Question, Stage } from '@/lib/protocols/protocol'
import type { LoadedProject } from '@/lib/workspace/projects/load-project'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { annotatedItem } from '@/lib/workspace/tasks/review-sql'
import type { Touched, TouchedItem } from './contract'
import { touchedQuestions } from './rules'

/** Items on a page. */
const PAGE_SIZE = 50

/**
 * The project's own finished items whose answers were given under guidelines that said something else about a question of their stage, but for those that the
 * actor annotated, whom it is not theirs to ask. Beyond the last page it is the last. Nothing of tasks that are not gold is read, and of answers only under which version they were given.
 */
export async function listTouched(actor: Actor, projectId: string, wanted = 1): Promise<Touched> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    const { version, found, touchedSince } = await findTouched(tx, actor, project)
    const { stages } = protocolById(project.protocolId)
    const of = { projectId, actorId: actor.userId }
    const total = totalOf(found)
    const page = Math.min(wanted, Math.max(1, Math.ceil(total / PAGE_SIZE)))
    return {
      version,
      stages: stages.flatMap((stage) => {
        const counts = found.filter((each) => each.stage === stage.key)
        if (counts.length === 0) return []
        const affectedQuestions = new Set(counts.flatMap((each) => touchedSince.get(each.version) ?? []))
        return [
          {
            stage: stage.key,
            title: stage.title,
            questions: [
              ...new Set(stage.questions.filter((each) => affectedQuestions.has(each)).map(({ title }) => title)),
            ],
            finished: counts.reduce((sum, { finished }) => sum + finished, 0),
            withGone: counts.reduce((sum, { withGone }) => sum + withGone, 0),
          },
        ]
      }),
      items: await listFinished(tx, of, found, { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }),
      total,
      page,
      pageSize: PAGE_SIZE,
    }
  })
}

/** How many of these items there are, and the tasks behind the first of them, in their order; for callers that have authorised managing the project. */
export async function listTouchedTasks(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  most: number,
): Promise<{ total: number; taskIds: string[] }> {
  const { found } = await findTouched(tx, actor, project)
  const of = { projectId: project.id, actorId: actor.userId }
  const listed = await listFinished(tx, of, found, { skip: 0, take: most })
  return { total: totalOf(found), taskIds: listed.map(({ taskId }) => taskId) }
}

const totalOf = (found: readonly { finished: number }[]) => found.reduce((sum, { finished }) => sum + finished, 0)

/** The version in force, and the stages with the earlier versions under which touched items were finished. */
async function findTouched(tx: Tx, actor: Actor, project: LoadedProject) {
  const projectId = project.id
  const { _max } = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
  const version = _max.version ?? 0
  const earlier = await countFinished(tx, { projectId, actorId: actor.userId }, version)
  const { stages } = protocolById(project.protocolId)
  const touchedSince = await touchedQuestionsSince(tx, project, new Set(earlier.map((each) => each.version)), version)
  const found = earlier.filter((each) =>
    touchedSince.get(each.version)?.some((question) => ofStage(stages, each, question)),
  )
  return { version, found, touchedSince }
}

const ofStage = (stages: readonly Stage[], { stage }: Pair, question: Question) =>
  stages.some(({ key, questions }) => key === stage && questions.includes(question))

/** By earlier version: the questions of which the guidelines in force say something else. */
async function touchedQuestionsSince(
  tx: Tx,
  { id: projectId, protocolId }: { id: string; protocolId: string },
  earlier: ReadonlySet<number>,
  version: number,
): Promise<Map<number, Question[]>> {
  if (earlier.size === 0) return new Map()
  const all = await tx.guideline.findMany({ where: { projectId, version: { in: [...earlier, version] } } })
  const after = all.find((each) => each.version === version)?.body ?? ''
  const questions = protocolById(protocolId).stages.flatMap((stage) => stage.questions)
  return new Map(
    all
      .filter((each) => each.version !== version)
      .map((each) => [each.version, touchedQuestions({ before: each.body, after }, questions)]),
  )
}

interface Pair {
  stage: string
  version: number
}

interface Of {
  projectId: string
  actorId: string
}

/**
 * Finished tasks, each with the earliest version that an answer of its latest round was given under. That is the version under which an annotation was
 * begun, and for one that was carried into the round the version in force when it was submitted.
 */
const finishedTasks = ({ projectId, actorId }: Of) => Prisma.sql`
  from (
    select t.id, t.item_id, t.stage_id, min(coalesce(a.guideline_version, (
      select max(g.version) from guidelines g
      where g.project_id = t.project_id and g.created_at <= a.submitted_at))) "version"
    from tasks t join annotations a on a.task_id = t.id and a.round = t.round and a.state = 'submitted'
    where t.project_id = ${projectId}::uuid and t.state = 'gold'
      and not exists (select 1 from second_adjudications d where d.copy_id = t.id)
      and not ${annotatedItem(actorId)}
    group by t.id) f
  join stages s on s.id = f.stage_id join items i on i.id = f.item_id and i.discarded_at is null`

/** How many annotators of the task cannot be asked again, as `splitByPresence` says. */
const goneFrom = (taskId: Prisma.Sql, { projectId }: Of) => Prisma.sql`(
    select count(*)::int from assignments x
    where x.task_id = ${taskId} and x.state = 'submitted' and not exists (
      select 1 from memberships m join users u on u.id = m.user_id
      where m.project_id = ${projectId}::uuid and m.user_id = x.user_id and m.role <> 'viewer' and u.deactivated_at is null))`

const countFinished = (tx: Tx, of: Of, version: number) =>
  tx.$queryRaw<(Pair & { finished: number; withGone: number })[]>`
    select s.key "stage", f.version, count(*)::int "finished", (count(*) filter (where ${goneFrom(Prisma.sql`f.id`, of)} > 0))::int "withGone"
    ${finishedTasks(of)}
    where f.version < ${version} group by s.key, f.version`

const listFinished = (tx: Tx, of: Of, pairs: readonly Pair[], { skip, take }: { skip: number; take: number }) =>
  tx.$queryRaw<TouchedItem[]>`
    select l."taskId", l."itemId", l.stage, l.position, l.title, l.version, ${goneFrom(Prisma.sql`l."taskId"`, of)} "gone"
    from (
      select f.id "taskId", i.id "itemId", s.key "stage", s.position "stagePosition", i.position, i.title, f.version ${finishedTasks(of)}
      join unnest(${pairs.map(({ stage }) => stage)}::text[], ${pairs.map((each) => each.version)}::int[]) p(stage, version)
        on p.stage = s.key and p.version = f.version
      order by s.position, i.position, f.id limit ${take} offset ${skip}) l
    order by l."stagePosition", l.position, l."taskId"`
