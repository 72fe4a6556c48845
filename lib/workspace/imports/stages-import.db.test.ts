/** Records with labels of several stages, and with lists among their labels, in all the ways they can come in. */
import { describe, expect, test } from 'vitest'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { getItem } from '@/lib/workspace/items/queries'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeAssignment, makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal

const checked = {
  decontext: 'Lake Baikal lies in Mongolia.',
  factCheck: 'yes',
  Most_importance_sentence: 'yes',
  Claims: ['Lake Baikal lies in Mongolia.', 'Lake Baikal is deep.'],
  boolClaim: ['factual', 'factual'],
  Most_important_claim: ['yes', 'intermediate'],
}
const unchecked = {
  decontext: 'I like it.',
  factCheck: 'opinion',
  Most_importance_sentence: 'no',
  Claims: [],
  boolClaim: [],
  Most_important_claim: [],
}
/** What screen 1 of the old tool saves. */
const SCREEN1_OUTPUT = JSON.stringify({ sentence1: checked, sentence2: unchecked }, null, 2)
/** What its first screen opens, with a machine's claims. */
const SCREEN1 = JSON.stringify({
  prompt: 'What of Lake Baikal?',
  response: 'It lies in Mongolia and is deep. I like it.',
  sentences: ['It lies in Mongolia and is deep.', 'I like it.'],
  'atomic claims': [checked.Claims, []],
})

async function setting(raters = 2) {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters } })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Setting = Awaited<ReturnType<typeof setting>>

async function imported({ project, manager }: Setting, text: string, options: Partial<ImportOptions>) {
  const { id } = await uploadImport(manager, project.id, { name: 'screen.json', body: new Response(text).body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'ignore', independent: false, open: true, ...options })
  await applyImport(id, idle)
  return getImport(manager, id)
}

const tasksOf = (project: MadeProject) =>
  prisma().task.findMany({
    where: { projectId: project.id },
    orderBy: { stage: { position: 'asc' } },
    include: {
      units: { orderBy: [{ makerId: 'asc' }, { position: 'asc' }] },
      suggestions: { include: { unit: true } },
      annotations: { include: { labels: { include: { unit: true } } } },
      golds: true,
      stage: true,
    },
  })

describe('labels of the first stage with claims', () => {
  test('as gold open the second stage with the claims as its units', async () => {
    const here = await setting()
    const { state, problems } = await imported(here, SCREEN1_OUTPUT, { labels: 'gold' })
    expect([state, problems.filter(({ message }) => message.includes('later stages'))]).toEqual(['done', []])
    const tasks = await tasksOf(here.project)
    expect(tasks.map(({ state, stage }) => [stage.key, state])).toEqual([
      ['decompose', 'gold'],
      ['verify', 'open'],
    ])
    const claims = tasks[1]?.units.filter(({ kind }) => kind === 'claim') ?? []
    expect(claims.map(({ text, parentKey }) => [text, parentKey])).toEqual(checked.Claims.map((text) => [text, 's1']))
    expect(claims[0]?.data).toMatchObject({ type: 'factual', importance: 'yes' })
    // What imported gold lists can be read wherever gold is.
    const { units, settled } = await getConsolidation(here.manager, tasks[0]?.id ?? '')
    expect(units.filter(({ kind }) => kind === 'claim').map(({ text }) => text)).toEqual(checked.Claims)
    expect(settled.every(({ unit }) => units.some(({ key }) => key === unit))).toBe(true)
    const item = await getItem(here.manager, tasks[0]?.itemId ?? '')
    expect(item.tasks.map(({ stage, gold }) => [stage, gold?.units.length ?? null])).toEqual([
      ['decompose', 5],
      ['verify', null],
    ])
  })

  test('as gold prepare the second stage where tasks are not to be opened yet', async () => {
    const here = await setting()
    await imported(here, SCREEN1_OUTPUT, { labels: 'gold', open: false })
    expect((await tasksOf(here.project)).map(({ state }) => state)).toEqual(['gold', 'preparing'])
  })

  test('as suggestions propose whole lists', async () => {
    const here = await setting()
    await imported(here, SCREEN1_OUTPUT, { labels: 'suggestions' })
    const [task, ...later] = await tasksOf(here.project)
    expect([task?.state, later]).toEqual(['open', []])
    const list = task?.suggestions.find(({ question }) => question === 'claims')
    expect(list?.unit.key).toBe('s1')
    expect(list?.value).toMatchObject(checked.Claims.map((text) => ({ values: { text, type: 'factual' } })))
    const others = task?.suggestions.filter(({ unit }) => unit.key === 's2') ?? []
    expect(others.map(({ question, value }) => [question, value])).toEqual(
      expect.arrayContaining([
        ['checkworthy', 'opinion'],
        ['importance', 'no'],
      ]),
    )
  })

  test('as a person’s work are listed by that person, and stay out of others’ sight', async () => {
    const here = await setting()
    const [ada, ben] = [await makeMember(here.project, 'annotator'), await makeMember(here.project, 'annotator')]
    await imported(here, SCREEN1_OUTPUT, { labels: 'person', personId: ada.id, independent: true })
    const [task] = await tasksOf(here.project)
    expect([task?.state, task?.submittedCount, task?.raters]).toEqual(['open', 1, 2])
    const listed = task?.units.filter(({ makerId }) => makerId === ada.id) ?? []
    expect(listed.map(({ kind, parentKey }) => [kind, parentKey])).toEqual([
      ['claim', 's1'],
      ['claim', 's1'],
    ])
    expect(listed.every(({ key }) => !/^s\d/.test(key))).toBe(true)
    const [annotation] = task?.annotations ?? []
    const labels = annotation?.labels ?? []
    const entries = labels.find(({ question }) => question === 'claims')?.value as { key: string }[]
    const texts = entries.map(
      ({ key }) => labels.find((each) => each.unit.key === key && each.question === 'text')?.value,
    )
    expect([annotation?.state, texts]).toEqual(['submitted', checked.Claims])
    if (!task) throw new Error('no task')
    await makeAssignment(task, ben)
    const seen = await getWorkbench(actorOf(ben), task.id)
    expect([seen.units.map(({ key }) => key), seen.answers, seen.suggestions]).toEqual([['item', 's1', 's2'], [], []])
  })

  test('as the work of the only annotator become single-rated gold, which opens the next stage', async () => {
    const here = await setting(1)
    const ada = await makeMember(here.project, 'annotator')
    await imported(here, SCREEN1_OUTPUT, { labels: 'person', personId: ada.id })
    const tasks = await tasksOf(here.project)
    expect(tasks.map(({ state }) => state)).toEqual(['gold', 'open'])
    expect(tasks[0]?.golds).toMatchObject([{ origin: 'single_rated' }])
    expect(tasks[1]?.units.filter(({ kind }) => kind === 'claim').map(({ text }) => text)).toEqual(checked.Claims)
  })
})

test('what a machine proposes stays a proposal, whatever becomes of labels; twice adds nothing', async () => {
  for (const labels of ['ignore', 'gold', 'suggestions'] as const) {
    const here = await setting()
    await imported(here, SCREEN1, { labels })
    expect(await imported(here, SCREEN1, { labels })).toMatchObject({ newCount: 0, duplicateCount: 1 })
    const tasks = await tasksOf(here.project)
    expect(tasks).toHaveLength(1)
    const seeds = tasks[0]?.suggestions.map(({ unit, question, value }) => [unit.key, question, value] as const) ?? []
    expect(seeds).toEqual([['s1', 'claims', checked.Claims.map((text): Json => ({ values: { text } }))]])
  }
})

test('labels of later stages are told of once a file', async () => {
  const here = await setting()
  const verified = {
    ...checked,
    evidence: [[], []],
    stances: [[], []],
    boolEdit: ['no', 'no'],
    revised_Claims: checked.Claims,
    if_evidence_enough: ['yes', 'yes'],
    human_evidence: ['', ''],
    usedEvidence: ['', ''],
  }
  const file = JSON.stringify({ sentence1: verified, sentence2: unchecked })
  const { id } = await uploadImport(here.manager, here.project.id, { name: 'a', body: new Response(file).body })
  await checkImport(id, idle)
  const seen = await getImport(here.manager, id)
  const further = seen.problems.filter(({ message }) => message.includes('later stages'))
  expect([seen.state, further.map(({ severity }) => severity)]).toEqual(['ready', ['warning']])
})

test('gold that a native export brings keeps what was repaired, what is stale, and what people decided', async () => {
  const here = await setting()
  const answers: Answers = { s1: { checkworthy: 'opinion', importance: 'no' } }
  const stale = {
    kind: 'removed',
    unit: 's2',
    was: 's2',
    unitKind: 'sentence',
    before: { text: 'b', data: null },
    after: null,
  }
  const line = {
    format: 'assay/1',
    protocol: { id: 'factcheck-bench', version: 1 },
    item: {
      position: 1,
      externalId: null,
      title: 'Why?',
      domain: null,
      source: null,
      format: 'plain',
      record: '{"prompt":"Why?","response":"One. Two."}',
      contentHash: '',
      content: {},
      discarded: null,
      overrides: [{ value: true, reason: 'Looked up.', by: 'reviewer 1', at: '2026-01-01T00:00:00.000Z' }],
    },
    stages: [
      {
        key: 'decompose',
        raters: 2,
        round: 1,
        adjudicator: null,
        approver: null,
        values: [],
        made: [],
        stale: [stale],
        units: [
          { key: 'item', kind: 'item', text: 'Why?' },
          { key: 's1', kind: 'sentence', text: 'One. Two.' },
        ],
        gold: { version: 3, origin: 'consolidated', createdAt: '2026-01-01T00:00:00.000Z', answers, rollUp: {} },
      },
    ],
  }
  await imported(here, JSON.stringify(line), { labels: 'gold' })
  const [first, second] = await tasksOf(here.project)
  expect(first?.units.map(({ text }) => text)).toEqual(['Why?', 'One. Two.'])
  expect([first?.stale, first?.staleChanges]).toEqual([true, [stale]])
  expect(second?.units.map(({ key }) => key)).toEqual(['item', 's1'])
  const overrides = await prisma().rollUpOverride.findMany({ where: { itemId: first?.itemId } })
  expect(overrides).toMatchObject([{ version: 1, value: true, reason: 'Looked up.', userId: here.manager.userId }])
})
