/** Practice as the person who practises sees it: what is expected of an item is told with the answer to an attempt, not before. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import { practiceOf } from '@/lib/protocols/practice'
import { inShownOrder } from '@/lib/protocols/shown-order'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { shownContent } from '@/lib/workspace/tasks/load-task'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { type Practice, type PracticeFeedback, type PracticeTaskView, practiceFeedbackSchema } from './contract'
import { isAsked, itemHash, listTasks, orderFor, type ProjectPracticeTask, SERVED } from './items'
import { comesFirst, compareWithExpected, countCompared } from './rules'
import { listBegunProjects, readStages } from './standing'

/** What there is to practise with, and where the actor stands. */
export async function getPractice(actor: Actor, projectId: string): Promise<Practice> {
  return transaction(async (tx) => {
    const project = await loadPractice(tx, actor, projectId)
    const { id, name } = project
    return {
      project: { id, name },
      required: await isAsked(tx, projectId, actor.userId),
      stages: await readStages(tx, project, actor.userId),
    }
  })
}

export interface Place {
  projectId: string
  stage: string
  key: string
}

/** One item to practise with, as a task of its stage looks: never with what is expected. */
export async function getPracticeTask(
  actor: Actor,
  { projectId, stage: stageKey, key }: Place,
): Promise<PracticeTaskView> {
  return transaction(async (tx) => {
    const project = await loadPractice(tx, actor, projectId)
    const all = await listTasks(tx, project, stageKey)
    const index = all.findIndex((each) => each.key === key)
    const task = found(all[index], NO_SUCH_ITEM)
    if (task.taskId) await recordEarlierReads(tx, actor, task.taskId)
    const stage = stageByKey(protocolById(project.protocolId), stageKey)
    const shownOrder = orderFor(stage, task, actor.userId)
    const content = shownContent({ stage, item: { ...NO_ITEM, content: task.content } })
    const stages = await readStages(tx, project, actor.userId)
    const items = stages.find((each) => each.stage === stageKey)?.items ?? []
    const currentItem = items.find((each) => each.key === key)
    const untried = items.find((each) => each.key !== key && each.attempts === 0)
    const behind = all[(index + 1) % all.length]
    return {
      userId: actor.userId,
      project: { id: project.id, name: project.name },
      protocolId: project.protocolId,
      stage: stageKey,
      key,
      place: index + 1,
      of: all.length,
      item: { position: index + 1, title: task.title, externalId: null, domain: task.domain, source: null, content },
      units: inShownOrder(stage, task.units, shownOrder),
      ...(shownOrder ? { shown: [...shownOrder] } : {}),
      next: untried?.key ?? (behind?.key === key ? null : (behind?.key ?? null)),
      required: await isAsked(tx, projectId, actor.userId),
      attempts: currentItem?.attempts ?? 0,
      latest: currentItem?.latest ?? null,
    }
  })
}

const NO_SUCH_ITEM = 'There is nothing of this name to practise with.'

/** An item by its name. Throws `not_found`. */
export async function findTask(tx: Tx, project: LoadedProject, { stage, key }: Place): Promise<ProjectPracticeTask> {
  return found(
    (await listTasks(tx, project, stage)).find((each) => each.key === key),
    NO_SUCH_ITEM,
  )
}

/** The actor’s own last attempt at an item, beside what is expected. Throws `not_found` where they have not answered the item as it is now. */
export const getPracticeResult = async (actor: Actor, place: Place): Promise<PracticeFeedback> =>
  found(await findPracticeResult(actor, place), 'You have not answered this item as it is now.')

/** The same, or null: what is expected is told to those who have answered. */
export async function findPracticeResult(actor: Actor, place: Place): Promise<PracticeFeedback | null> {
  return transaction(async (tx) => {
    const { projectId, stage: stageKey, key } = place
    const project = await loadPractice(tx, actor, projectId)
    const task = await findTask(tx, project, place)
    const row = await tx.practiceAttempt.findUnique({
      where: {
        projectId_userId_stage_itemKey: { projectId, userId: actor.userId, stage: stageKey, itemKey: key },
        itemHash: itemHash(task),
      },
      select: { answers: true, at: true },
    })
    if (!row) return null
    const { at } = row
    const answers = practiceFeedbackSchema.shape.answers.parse(row.answers)
    const stage = stageByKey(protocolById(project.protocolId), stageKey)
    const subject = { content: task.content, units: task.units }
    const units = compareWithExpected(stage, subject, { own: answers, expected: task.answers, why: task.why })
    const standing = (await readStages(tx, project, actor.userId)).find((each) => each.stage === stageKey)
    return { answers, at: at.toISOString(), ...countCompared(units), units, stage: found(standing) }
  })
}

/** What a task is about may be what was agreed in stages before it: whoever sees it has read their gold. */
export async function recordEarlierReads(tx: Tx, actor: Actor, taskId: string): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.id from tasks t join stages s on s.id = t.stage_id
    join tasks e on e.item_id = t.item_id join stages b on b.id = e.stage_id and b.position < s.position
    where t.id = ${taskId}::uuid and e.state = 'gold'`
  if (rows.length > 0)
    await recordAnswerReads(
      tx,
      actor,
      rows.map(({ id }) => id),
      'gold',
    )
}

/** Practice of one project among several. */
export interface Offer {
  /** The items of its first stage that the reader has not tried. */
  items: number
  /** Does the project ask for practice before it gives the reader any task? */
  isFirst: boolean
}

/**
 * Of the projects in use that the actor is a member of, those that they can practise for or have to: for pages that offer practice of several
 * projects. It reads the actor's own attempts and tasks, and nobody else's.
 */
export async function listOffers(actor: Actor): Promise<Record<string, Offer>> {
  const { userId } = actor
  const member = { AND: [visibleProjectsWhere(actor), { archivedAt: null, memberships: { some: { userId } } }] }
  const [projects, tried, projectItems] = await Promise.all([
    prisma().project.findMany({
      where: member,
      select: {
        id: true,
        protocolId: true,
        practice: { select: { required: true } },
        practiceWaivers: { where: { userId }, select: { userId: true } },
      },
    }),
    prisma().practiceAttempt.groupBy({ by: ['projectId', 'stage', 'itemKey'], where: { userId } }),
    prisma().$queryRaw<{ projectId: string; stage: string; key: string }[]>`
      select p.project_id "projectId", s.key "stage", p.id::text "key" from practice_items p ${SERVED}
      where p.project_id in (select m.project_id from memberships m where m.user_id = ${userId}::uuid)`,
  ])
  const asking = projects.flatMap(({ id, practice, practiceWaivers }) =>
    practice?.required && practiceWaivers.length === 0 ? [id] : [],
  )
  const begun = await listBegunProjects(prisma(), asking, actor.userId)
  const offers: Record<string, Offer> = {}
  for (const { id, protocolId } of projects) {
    const { stages } = protocolById(protocolId)
    const triedKeys = new Set(tried.flatMap((row) => (row.projectId === id ? [`${row.stage} ${row.itemKey}`] : [])))
    const all = [...(await practiceOf(protocolId)), ...projectItems.filter(({ projectId }) => projectId === id)]
    const left = all.filter(({ stage, key }) => stage === stages[0].key && !triedKeys.has(`${stage} ${key}`))
    const hasAll = stages.every(({ key }) => all.some(({ stage }) => stage === key))
    const mayBeFirst = asking.includes(id) && !begun.has(id) && hasAll
    // Answers have to be judged where there are any; else everything is to be practised still.
    const isFirst = mayBeFirst && (triedKeys.size === 0 || (await lacksAll(actor, { id, protocolId })))
    if (isFirst || left.length > 0) offers[id] = { items: left.length, isFirst }
  }
  return offers
}

const lacksAll = async (actor: Actor, project: { id: string; protocolId: string }): Promise<boolean> =>
  comesFirst({ required: true, stages: await transaction((tx) => readStages(tx, project, actor.userId)) })

const NO_ITEM = { title: '', externalId: null, domain: null, source: null }

/** The project, for people who may practise in it: those who may take its tasks. */
export async function loadPractice(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('queue.take', project, 'Practice is for those who annotate in the project.')
  return project
}
