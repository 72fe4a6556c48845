import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { getItem } from './queries'
import { resegmentItem, resetSegments } from './resegment-item'

const SEGMENTS = ['One is a number.', 'Two is one too. Three as well.', 'Four.']

async function setUp(state: 'preparing' | 'open' = 'preparing') {
  const project = await makeProject()
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const task = await makeTask(project, { state, segments: SEGMENTS })
  return { project, reviewer, task, at: { stage: 'segments', expectedRevision: 1 } }
}
const segmentsOf = (units: readonly { key: string; kind: string; text: string }[]) =>
  units.filter((unit) => unit.kind === 'segment').map((unit) => [unit.key, unit.text])

const SPLIT = ['One is a number.', 'Two is one too. ', 'Three as well.', 'Four.']

test('a split keeps the units that do not change, with what hangs on them', async () => {
  const { reviewer, task, at } = await setUp()
  const last = task.units.find((unit) => unit.key === 's3')?.id ?? ''
  await prisma().suggestion.create({
    data: { taskId: task.id, unitId: last, question: 'label', value: true, source: 'test' },
  })
  const { revision, units } = await resegmentItem(reviewer, task.itemId, { ...at, segments: SPLIT })
  expect(revision).toBe(2)
  expect(segmentsOf(units)).toEqual(SPLIT.map((text, index) => [`s${index + 1}`, text]))
  expect(units.find((unit) => unit.key === 's4')?.id).toBe(last)
  expect(await prisma().suggestion.count({ where: { unitId: last } })).toBe(1)
  const events = await prisma().event.findMany({ where: { taskId: task.id } })
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'task.resegmented', data: { from: SEGMENTS, to: SPLIT } },
  ])
})

test('a merge takes the white space between two segments from the response', async () => {
  const { reviewer, task, at } = await setUp()
  const merged = [`${SEGMENTS[0]} ${SEGMENTS[1]}`, 'Four.']
  const { units } = await resegmentItem(reviewer, task.itemId, { ...at, segments: merged })
  expect(segmentsOf(units)).toEqual([
    ['s1', merged[0]],
    ['s2', 'Four.'],
  ])
})

test('reset brings back what was imported', async () => {
  const { reviewer, task, at } = await setUp()
  await expect(resetSegments(reviewer, task.itemId, at)).rejects.toMatchObject({ code: 'rule' })
  await resegmentItem(reviewer, task.itemId, { ...at, segments: SPLIT })
  await resegmentItem(reviewer, task.itemId, {
    stage: 'segments',
    expectedRevision: 2,
    segments: [`${SEGMENTS[0]} ${SEGMENTS[1]}`, 'Four.'],
  })
  expect((await getItem(reviewer, task.itemId)).tasks[0]?.segmented?.changed).toBe(true)
  const { revision, units } = await resetSegments(reviewer, task.itemId, { stage: 'segments', expectedRevision: 3 })
  expect(revision).toBe(4)
  expect(segmentsOf(units).map(([, text]) => text)).toEqual(SEGMENTS)
})

test('of two people at once, one is told', async () => {
  const { reviewer, task, at } = await setUp()
  const results = await Promise.allSettled([
    resegmentItem(reviewer, task.itemId, { ...at, segments: SPLIT }),
    resegmentItem(reviewer, task.itemId, { ...at, segments: [SEGMENTS.join(' ')] }),
  ])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'revision_conflict', extra: { data: { current: { revision: 2 } } } },
  })
})

test('the text may not change, and nothing is half written when it would', async () => {
  const { reviewer, task, at } = await setUp()
  const attempts = [
    ['One is a number.', 'Two is one too. Three as well.'],
    [...SEGMENTS, 'Five.'],
    ['One is a num', 'ber . Two is one too. Three as well.', 'Four.'],
    ['O ne is a number.', ...SEGMENTS.slice(1)],
    [...SEGMENTS, ' '],
  ]
  for (const segments of attempts)
    await expect(resegmentItem(reviewer, task.itemId, { ...at, segments })).rejects.toMatchObject({ code: 'rule' })
  const units = await prisma().unit.findMany({ where: { taskId: task.id }, orderBy: { position: 'asc' } })
  expect(segmentsOf(units).map(([, text]) => text)).toEqual(SEGMENTS)
})

test('only managers and reviewers, only while the task is prepared', async () => {
  const { project, task, at } = await setUp()
  const segments = SPLIT
  const stranger = actorOf(await makeUser())
  await expect(resegmentItem(stranger, task.itemId, { ...at, segments })).rejects.toMatchObject({ code: 'not_found' })
  for (const role of ['viewer', 'annotator'] as const) {
    const actor = actorOf(await makeMember(project, role))
    await expect(resegmentItem(actor, task.itemId, { ...at, segments })).rejects.toMatchObject({ code: 'forbidden' })
  }
  const opened = await setUp('open')
  await expect(resegmentItem(opened.reviewer, opened.task.itemId, { ...opened.at, segments })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
