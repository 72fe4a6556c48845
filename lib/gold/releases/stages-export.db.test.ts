/** Exports of projects with several stages, where annotators list units of their own. */
import { expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { findTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { downloadExport } from './download-export'
import { listExports } from './queries'

const RECORD = { prompt: 'What of Lake Baikal?', response: 'It lies in Mongolia. I like it.' }

const claimed = (key: string, text: string): Answers => ({
  s1: { checkworthy: 'yes', importance: 'yes', claims: [{ key, made: 'added', from: [] }] },
  s2: { checkworthy: 'opinion', importance: 'no' },
  [key]: { text, type: 'factual', importance: 'yes' },
})

async function setting() {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project, { record: RECORD })
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await makeAnnotation(task, ada, claimed('a1', 'Lake Baikal lies in Mongolia.'), true)
  await makeAnnotation(task, ben, claimed('b1', 'Lake Baikal is in Mongolia.'), true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  return { project, manager, task, ada, ben }
}

const linesOf = async (manager: ReturnType<typeof actorOf>, project: { id: string }, key: string) => {
  const text = await (await downloadExport(manager, project.id, key)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('raw annotations hold what people listed, with its text and the unit it belongs to', async () => {
  const { project, manager } = await setting()
  const lines = await linesOf(manager, project, 'annotations')
  const listed = lines.flatMap(({ labels }) =>
    labels.filter((label: { listed: boolean; question: string }) => label.listed && label.question === 'type'),
  )
  expect(listed).toMatchObject([
    { unit: 'a1', kind: 'claim', parent: 's1', text: 'Lake Baikal lies in Mongolia.', value: 'factual' },
    { unit: 'b1', kind: 'claim', parent: 's1', text: 'Lake Baikal is in Mongolia.', value: 'factual' },
  ])
})

test('raw annotations name the suggestion that was accepted', async () => {
  const project = await makeProject({ protocolId: 'factcheck-bench', stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project, { record: RECORD })
  const ada = await makeMember(project, 'annotator')
  const annotation = await makeAnnotation(task, ada, claimed('a1', 'Lake Baikal lies in Mongolia.'))
  const unitId = task.units.find(({ key }) => key === 's1')?.id ?? ''
  const value = [{ values: { text: 'Lake Baikal lies in Mongolia.' } }]
  const suggestion = await prisma().suggestion.create({
    data: { taskId: task.id, unitId, question: 'claims', value, source: 'records.jsonl' },
  })
  const ofText = { annotationId: annotation.id, question: 'text' }
  await prisma().label.updateMany({ where: ofText, data: { origin: 'suggestion', suggestionId: suggestion.id } })
  await prisma().assignment.updateMany({ where: { taskId: task.id }, data: { state: 'submitted' } })
  await prisma().annotation.update({
    where: { id: annotation.id },
    data: { state: 'submitted', submittedAt: new Date() },
  })
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  const [line] = await linesOf(manager, project, 'annotations')
  const causes = line.labels
    .filter(({ unit }: { unit: string }) => unit === 'a1')
    .map(({ question, origin, suggestionId }: Record<string, string>) => [question, origin, suggestionId])
  expect(causes).toEqual([
    ['importance', 'chosen', null],
    ['text', 'suggestion', suggestion.id],
    ['type', 'chosen', null],
  ])
})

test('a native line holds every stage that is gold, and whose entries its lists stand for', async () => {
  const { project, manager, task } = await setting()
  const merged = claimed('a1', 'Lake Baikal lies in Mongolia.')
  const answers = {
    ...merged,
    s1: { ...merged.s1, claims: [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }] as Json },
  }
  await transaction(async (tx) =>
    makeGold(tx, await loadTask(tx, manager, task.id, { lock: true }), {
      answers,
      origin: 'consolidated',
      actorId: null,
      adjudicatorId: null,
      approverId: null,
    }),
  )
  const [line] = (await linesOf(manager, project, 'native')).map((each) => nativeRecordSchema.parse(each))
  // The next stage is still blind, but the record holds no labels.
  expect(JSON.parse(line?.item.record ?? '')).toEqual(RECORD)
  expect(line?.stages.map(({ key }) => key)).toEqual(['decompose'])
  const [stage] = line?.stages ?? []
  expect(stage?.gold?.answers).toEqual(answers)
  expect(stage?.made).toEqual([
    expect.objectContaining({
      key: 'a1',
      parent: 's1',
      text: 'Lake Baikal lies in Mongolia.',
      made: 'added',
      from: [],
    }),
    expect.objectContaining({ key: 'b1', parent: 's1', text: 'Lake Baikal is in Mongolia.', made: 'added', from: [] }),
  ])
  expect(stage?.made.map(({ by }) => by?.replace(/ .*\(/, ' ('))).toEqual([
    expect.stringContaining('annotator 1'),
    expect.stringContaining('annotator 2'),
  ])
  expect(stage?.values.filter(({ unit }) => unit === 'a1').map(({ question }) => question)).toEqual([
    'importance',
    'text',
    'type',
  ])
  const units = (await findTask(task, 'verify')).units.map(({ key }) => key)
  expect(units).toEqual(['item', 's1', 's1.c1', 's2'])
})

test('a native export is one that can be imported while an earlier stage is at work again', async () => {
  const { project, manager, task } = await setting()
  const settle = (taskId: string, answers: Answers) =>
    transaction(async (tx) =>
      makeGold(tx, await loadTask(tx, manager, taskId, { lock: true }), {
        answers,
        origin: 'consolidated',
        actorId: null,
        adjudicatorId: null,
        approverId: null,
      }),
    )
  const finished = async () =>
    (await listExports(manager, project.id)).exports.find(({ key }) => key === 'native')?.count
  await settle(task.id, claimed('a1', 'Lake Baikal lies in Mongolia.'))
  await settle((await findTask(task, 'verify')).id, { 's1.c1': { enough: 'yes', verdict: 'true' } })
  const stagesOf = async () =>
    (await linesOf(manager, project, 'native')).map(({ stages }) => stages.map(({ key }: { key: string }) => key))
  expect([await stagesOf(), await finished()]).toEqual([[['decompose', 'verify']], 1])
  await prisma().task.update({ where: { id: task.id }, data: { state: 'open', round: 2 } })
  expect([await stagesOf(), await finished()]).toEqual([[], 0])
})

test('formats of an earlier stage are offered and written once that stage is gold, and not while it is stale', async () => {
  const { project, manager, task } = await setting()
  const answers = claimed('a1', 'Lake Baikal lies in Mongolia.')
  const settle = () =>
    transaction(async (tx) =>
      makeGold(tx, await loadTask(tx, manager, task.id, { lock: true }), {
        answers,
        origin: 'consolidated',
        actorId: null,
        adjudicatorId: null,
        approverId: null,
      }),
    )
  const countOf = async (key: string) =>
    (await listExports(manager, project.id)).exports.find((offer) => offer.key === key)?.count
  expect(await countOf('screen1-output')).toBe(0)
  await settle()
  expect([await countOf('screen1-output'), await countOf('benchmark')]).toEqual([1, 0])
  expect(await linesOf(manager, project, 'screen1-output')).toHaveLength(1)
  expect(await linesOf(manager, project, 'benchmark')).toEqual([])
  await prisma().task.update({ where: { id: task.id }, data: { stale: true, staleChanges: [] } })
  expect(await countOf('screen1-output')).toBe(0)
  expect(await linesOf(manager, project, 'screen1-output')).toEqual([])
})

test('agreement and its inputs are read with listed units in the way of nothing', async () => {
  const { project, manager } = await setting()
  const ratings = await linesOf(manager, project, 'ratings-json')
  const position = ratings[0]?.item
  expect(ratings.map(({ measure, unit, value }) => [measure, unit, value])).toEqual(
    expect.arrayContaining([
      ['checkworthy', `${position}/s1`, 'yes'],
      ['checkworthy', `${position}/s2`, 'opinion'],
    ]),
  )
  const { stages } = await getAgreement(manager, project.id, { intervals: 'always' })
  expect(stages.map(({ key, tasks }) => [key, tasks.counted])).toEqual([
    ['decompose', 1],
    ['verify', 0],
    ['merge', 0],
  ])
})
