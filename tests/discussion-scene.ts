/** For tests: a project whose partners discuss, an item in its first stage, and hands that annotate and submit. */
import { randomUUID } from 'node:crypto'
import type { Prisma } from '@/generated/prisma/client'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, ListEntry } from '@/lib/protocols/protocol'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from './actors'
import { makeMember, makeProject } from './factories'

export const SENTENCES = ['The Rhine rises in Austria and flows north.', 'I like it.']
const CLAIM = 'The Rhine rises in Austria.'
export const CONTENT = {
  prompt: 'Where does the Rhine rise?',
  response: SENTENCES.join(' '),
  source: null,
  evidence: [
    {
      sentence: 's1',
      claim: CLAIM,
      passages: [
        { quote: 'It rises in the Swiss Alps.', url: 'https://example.org/rhine', query: 'rhine source' },
        { quote: 'Vienna lies on the Danube.', url: null, query: 'austria rivers' },
      ],
    },
  ],
}

export const entry = (key: string): { [key: string]: Json } => ({ key, made: 'added', from: [] })

/** One annotator's first stage: the claims of the first sentence by key and text, the second sentence an opinion. */
export function decomposed(claims: Record<string, string>, more: Answers = {}): Answers {
  const listed = Object.entries(claims).map(([key, text]): [string, Answers[string]] => [
    key,
    { text, type: 'factual', importance: 'yes' },
  ])
  return {
    s1: { checkworthy: 'yes', importance: 'yes', claims: Object.keys(claims).map(entry) },
    s2: { checkworthy: 'opinion', importance: 'no' },
    ...Object.fromEntries(listed),
    ...more,
  }
}

export async function makeScene() {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const { stages } = protocolById('factcheck-bench')
  for (const { key, thirdRater } of stages)
    await prisma().stage.updateMany({ where: { projectId: project.id, key }, data: { thirdRater } })
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const third = actorOf(await makeMember(project, 'reviewer'))
  const units = stages[0].units(CONTENT, SENTENCES, {})
  const item = await prisma().item.create({
    data: {
      projectId: project.id,
      position: 1,
      title: 'Rhine',
      content: CONTENT,
      record: JSON.stringify(CONTENT),
      format: 'test',
      contentHash: randomUUID(),
      tasks: {
        create: {
          projectId: project.id,
          stageId: project.stages[0]?.id ?? '',
          position: 1,
          raters: 2,
          state: 'open',
          units: { create: units.map(({ key, kind, text }, position) => ({ key, kind, text, position })) },
        },
      },
    },
    include: { tasks: true },
  })
  const taskId = item.tasks[0]?.id ?? ''
  return { project, itemId: item.id, taskId, ada: actorOf(first), ben: actorOf(second), third }
}

/** The partners' frozen answers to a task, and its reveal. */
export async function submitAll(taskId: string, said: readonly [Actor, Answers][]): Promise<void> {
  for (const [actor, answers] of said) await submit(taskId, actor, answers)
  const [someone] = said
  if (!someone) throw new Error('nobody annotates')
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, someone[0], taskId, { lock: true }), null))
}

async function submit(taskId: string, { userId }: Actor, answers: Answers): Promise<void> {
  const task = await prisma().task.findUniqueOrThrow({ where: { id: taskId }, include: { stage: true, project: true } })
  await prisma().task.update({ where: { id: taskId }, data: { state: 'open' } })
  const kinds = protocolById(task.project.protocolId).stages.flatMap(({ questions }) => questions)
  for (const [parentKey, values] of Object.entries(answers))
    for (const [question, value] of Object.entries(values)) {
      const kind = kinds.find(({ key }) => key === question)?.list?.kind
      for (const { key } of kind ? entriesOf(value) : [])
        await prisma().unit.create({
          data: { taskId, key, kind: kind ?? '', position: 0, text: '', parentKey, makerId: userId },
        })
    }
  const units = await prisma().unit.findMany({ where: { taskId } })
  const unitId = (key: string) => units.find((unit) => unit.key === key)?.id ?? `no unit ${key}`
  const place = { taskId, userId }
  await prisma().assignment.create({ data: { ...place, state: 'assigned', origin: 'manager' } })
  const { id } = await prisma().annotation.create({
    data: {
      ...place,
      round: task.round,
      labels: {
        create: Object.entries(answers).flatMap(([unit, values]) =>
          Object.entries(values).map(([question, value]) => ({
            unitId: unitId(unit),
            question,
            value: value as Prisma.InputJsonValue,
            origin: 'chosen' as const,
          })),
        ),
      },
    },
  })
  await prisma().assignment.update({ where: { taskId_userId: place }, data: { state: 'submitted' } })
  await prisma().annotation.update({ where: { id }, data: { state: 'submitted', submittedAt: new Date() } })
}

export const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('should have failed')
    },
    (error: AppError) => error,
  )

export const stateOf = async (id: string) => (await prisma().task.findUniqueOrThrow({ where: { id } })).state
export const goldOf = (taskId: string) =>
  prisma()
    .gold.findFirstOrThrow({ where: { taskId, supersededAt: null } })
    .then((gold) => ({
      ...gold,
      answers: gold.answers as Answers,
    }))
export const openOf = async (actor: Actor, taskId: string) =>
  (await getConsolidation(actor, taskId)).open.map(({ unit, question }) => `${unit}.${question}`).sort()
export const laneOf = async (actor: Actor, taskId: string, own: boolean) =>
  (await getConsolidation(actor, taskId)).lanes.find((lane) => lane.own === own)?.id ?? ''
/** The task of the item in a later stage. */
export const taskIn = (itemId: string, key: string) =>
  prisma()
    .task.findFirstOrThrow({ where: { itemId, stage: { key } } })
    .then(({ id }) => id)
export const asList = (entries: readonly ListEntry[]): Json => entries.map((each): Json => ({ ...each }))
