/** The FACTOR builder as a run: from an imported document to an example in the exports, with a fake model. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import type { Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { drive, MODEL, PRICE } from '@/tests/support/prefill-scene'
import { startRun } from './start-run'

const SENTENCE = 'The mayor opened a new bridge in 1962 because the valley needed one so badly.'
const TEXT = `Anna Keller had warned for years that the old one would not hold. ${SENTENCE}`
const EDITS = [
  ['mayor', 'governor'],
  ['1962', '1966'],
  ['because', 'although'],
] as const
const pairOf = (index: number): Json => {
  const [from, to] = EDITS[index] ?? ['', '']
  return { pairs: [{ number: 1, change: `${from} becomes ${to}`, contradiction: SENTENCE.replace(from, to) }] }
}
const judged = (field: string, count: number, value: number): Json => ({
  judgements: Array.from({ length: count }, (_, index) => ({ number: index + 1, [field]: value })),
})

/** What the model says, by the name of the prompt. */
const ANSWERS: Readonly<Record<string, Json>> = {
  'factor-types': { types: ['entity', 'circumstance', 'link'] },
  'factor-entity': pairOf(0),
  'factor-circumstance': pairOf(1),
  'factor-link': pairOf(2),
  'factor-contradiction-judge': judged('contradiction', 3, 0.9),
  'factor-fluency-judge': judged('fluency', 4, 0.8),
}

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI({}, { answer: (schema) => ANSWERS[schema] })
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())

async function scene() {
  const project = await makeProject({ protocolId: 'factor-validation' })
  const manager = actorOf(await makeMember(project, 'manager'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  await importFile(manager, project, JSON.stringify({ id: 'd1', set: 'own', title: 'A bridge', text: TEXT }))
  return { project, manager }
}

/** The whole builder; by rules without its filters, which need a model. */
const build = ({ project, manager }: Awaited<ReturnType<typeof scene>>, method: 'rules' | 'model') => {
  const step = (key: string, by: 'rules' | 'model') => ({
    key,
    method: by,
    parameters: {},
    ...(by === 'model' ? { model: MODEL } : {}),
  })
  const filters = ['contradiction-filter', 'fluency-filter'].map((key) => step(key, 'model'))
  return startRun(manager, project.id, {
    name: 'Builder',
    stage: 'validate',
    budgetMicro: null,
    target: { onlyNew: false },
    steps: [
      step('sentence', 'rules'),
      step('types', method),
      step('contradictions', method),
      ...(method === 'model' ? filters : []),
      step('selection', 'rules'),
    ],
  })
}

test('a document becomes an example whose units, suggestions and content are the builder’s', async () => {
  const here = await scene()
  const run = await drive((await build(here, 'rules')).id)
  expect(run.items.map(({ state, error }) => [state, error])).toEqual([['done', null]])
  const task = await prisma().task.findFirstOrThrow({
    where: { projectId: here.project.id },
    include: { units: { where: { retiredRound: null }, orderBy: { position: 'asc' } }, item: true },
  })
  expect(task.units.map(({ key }) => key)).toEqual(['item', 'c1', 'c2', 'c3'])
  expect(task.units[0]?.text).toBe(SENTENCE)
  expect(task.item.content).toMatchObject({ contradictions: task.units.slice(1).map(({ text }) => ({ text })) })
  const types = run.suggestions.map(({ question }) => question)
  expect(types).toEqual(['errorType', 'errorType', 'errorType'])
  // Again: the same document gives the same example, and nothing is there twice.
  await drive((await build(here, 'rules')).id)
  const units = await prisma().unit.findMany({ where: { taskId: task.id, retiredRound: null } })
  expect(units).toHaveLength(4)
})

test('what was built is exported with the columns of the published files', async () => {
  const here = await scene()
  await drive((await build(here, 'rules')).id)
  const { id } = await prisma().task.findFirstOrThrow({ where: { projectId: here.project.id } })
  const good = { nonFactual: true, fluent: true, selfConsistent: true, errorType: 'entity' }
  const gold = { version: 1, round: 1, rollUp: {}, origin: 'single_rated' as const }
  await prisma().gold.create({ data: { ...gold, taskId: id, answers: { c1: good, c2: good, c3: good } } })
  await prisma().task.update({ where: { id }, data: { state: 'gold' } })
  const csv = await (await downloadExport(here.manager, here.project.id, 'factor-validated')).text()
  const [heading, row = ''] = csv.split('\n')
  expect(heading).toBe(
    ',full_prefix,doc_id,completion,contradiction_0,contradiction_1,contradiction_2,longest_completions,turncated_prefixes,error_type_0,error_type_1,error_type_2',
  )
  expect(row).toContain(`,d1,${SENTENCE},`)
  expect(row.endsWith('entity,entity,entity')).toBe(true)
})

test('by a model, the planned edits and the filters’ scores stand with the contradictions', async () => {
  const here = await scene()
  const run = await drive((await build(here, 'model')).id)
  expect(run.items.map(({ state, error }) => [state, error])).toEqual([['done', null]])
  const item = await prisma().item.findFirstOrThrow({ where: { projectId: here.project.id } })
  const scores = { contradiction: 0.9, fluencyMargin: 0 }
  expect(item.content).toMatchObject({
    contradictions: EDITS.map(([from, to]) => ({
      text: SENTENCE.replace(from, to),
      edit: `${from} becomes ${to}`,
      scores,
    })),
  })
  expect(run.calls).toBe(6)
})
