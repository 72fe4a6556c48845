import { expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { acceptValue } from '@/lib/adjudication/consolidation/discussion/accept-value'
import { callThirdRater } from '@/lib/adjudication/consolidation/discussion/call-third-rater'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { getItemHistory } from '@/lib/workspace/items/queries'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { decomposed, laneOf, makeScene, stateOf, submitAll, taskIn } from '@/tests/discussion-scene'
import { makeMember } from '@/tests/factories'

const NORTH = 'The Rhine flows north.'
const at = { unit: 's2', question: 'importance' }

/** Two partners who differ on one question, and those who may read what happened. */
async function scene() {
  const made = await makeScene()
  const { taskId, itemId, ada, ben, project } = made
  const s2 = (importance: string) => ({ s2: { checkworthy: 'opinion', importance } })
  await submitAll(taskId, [
    [ada, decomposed({ a1: NORTH }, s2('no'))],
    [ben, decomposed({ b1: NORTH }, s2('yes'))],
  ])
  const [viewer, manager] = [
    actorOf(await makeMember(project, 'viewer')),
    actorOf(await makeMember(project, 'manager')),
  ]
  const authorOf = async (actor: Actor, text: RegExp) =>
    (await getItemHistory(actor, itemId)).events.find((event) => text.test(event.text))?.by
  /** By whom the item became gold, as somebody reads it, and by whom its next stage began. */
  const told = async (actor: Actor) => [
    await authorOf(actor, /^Became gold/),
    await authorOf(actor, /^The stage before became gold/),
  ]
  return { ...made, viewer, manager, told, authorOf }
}

it('tells managers alone by whose last word a discussion became gold, because the desk shows that word in a lane', async () => {
  const { project, taskId, itemId, ada, third, viewer, manager, told, authorOf } = await scene()
  const lane = await laneOf(ada, taskId, true)
  await acceptValue(ada, taskId, { ...at, choice: { lane: await laneOf(ada, taskId, false) }, reason: '' })
  expect(await stateOf(taskId)).toBe('gold')
  // Whoever else had her name would know her lane.
  expect((await getConsolidation(third, taskId)).words.at(-1)?.by).toEqual({ kind: 'lane', lane, name: null })
  for (const reader of [third, viewer]) expect(await told(reader)).toEqual([null, null])
  expect(await told(manager)).toEqual([ada.name, ada.name])

  // As newer gold reaches a stage that has begun.
  const scope = { actorId: ada.userId, projectId: project.id, itemId, taskId: await taskIn(itemId, 'verify') }
  await transaction((tx) => record(tx, 'task.went_stale', scope, { changes: 1 }))
  for (const reader of [third, viewer]) expect(await authorOf(reader, /^Became stale/)).toBeNull()
  expect(await authorOf(manager, /^Became stale/)).toBe(ada.name)
})

it('goes on naming whoever settled or sent back, and readers themselves', async () => {
  const { taskId, itemId, ada, third, viewer, told, authorOf } = await scene()
  await callThirdRater(ada, taskId, { reason: 'We cannot agree.' })
  const { revision } = await getConsolidation(third, taskId)
  const settled = { ...at, choice: { value: 'intermediate' }, reason: 'In between.', expectedRevision: revision }
  const { revision: expectedRevision } = await resolveQuestion(third, taskId, settled)
  await adjudicateTask(third, taskId, { expectedRevision })
  expect(await told(viewer)).toEqual([third.name, third.name])
  await reopenTask(third, taskId, { comment: 'Look again.' })
  expect(await authorOf(viewer, /^Sent back/)).toBe(third.name)
  // Who annotates the next stage has no lane in this one.
  await prisma().annotation.create({ data: { taskId: await taskIn(itemId, 'verify'), userId: third.userId, round: 1 } })
  expect(await told(viewer)).toEqual([third.name, third.name])

  const own = await scene()
  const membership = { projectId: own.project.id, userId: own.ada.userId }
  await acceptValue(own.ada, own.taskId, {
    ...at,
    choice: { lane: await laneOf(own.ada, own.taskId, false) },
    reason: '',
  })
  await prisma().membership.update({ where: { projectId_userId: membership }, data: { role: 'reviewer' } })
  expect(await own.told(own.ada)).toEqual([own.ada.name, own.ada.name])
})
