/** Marks with questions of their own in a project: kept in one request, laid side by side by overlap, settled, exported and compared. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/answers'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

const EXAMPLE = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8')

const RECORD: { [key: string]: Json } = {
  id: 'r1',
  source: 'It opened in 1912.',
  response: 'The 🚗 opened in 1921.',
  kept: 1.5,
}

/** The example under another id, without the tests that need a file beside it. */
const sourceOf = (id: string): string =>
  EXAMPLE.replace('id: explained-spans', `id: ${id}`)
    .replace(/ {2}- record: explained-spans.jsonl[\s\S]*?(?= {2}- \{record)/, '')
    .replace(/ {2}- \{record: explained-spans.jsonl.*\n/g, '')

async function scene(id: string) {
  const { protocolId } = await makeProtocolVersion({ source: sourceOf(id) })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const people = await Promise.all([1, 2].map(() => makeMember(project, 'annotator')))
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, people, manager, task: await makeTask(project, { record: RECORD }) }
}

const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })

test('a mark, its place and what is said about it are kept in one request; a place behind the text is refused', async () => {
  const { people, task } = await scene('kept-marks')
  const [annotator] = people
  if (!annotator) throw new Error('nobody is there')
  const annotation = await makeAnnotation(task, annotator, {})
  const save = async (...changes: [unit: string, question: string, value: Json][]) =>
    (
      await saveAnswers(actorOf(annotator), task.id, {
        annotationId: annotation.id,
        answers: changes.map(([unit, question, value]) => ({
          unit,
          question,
          value,
          origin: 'chosen',
          expectedRevision: 0,
        })),
      })
    ).outcomes.map(({ status }) => status)
  expect(
    await save(
      ['item', 'unsupported', [entry('m1')]],
      ['m1', 'place', at(13, 20)],
      ['m1', 'kind', 'Evident Conflict'],
      ['m1', 'against', at(13, 17)],
    ),
  ).toEqual(['saved', 'saved', 'saved', 'saved'])
  expect(
    await save(
      ['item', 'unsupported', [entry('m1'), entry('m2')]],
      ['m2', 'place', at(4, 22)],
      ['m2', 'against', at(4, 19)],
    ),
  ).toEqual(['conflict', 'refused', 'refused'])
})

test('what two people marked is laid side by side by overlap, settled, written as a record, and compared', async () => {
  const { project, people, manager, task } = await scene('settled-marks')
  const given: Answers[] = [
    {
      item: { quality: 'good', unsupported: [entry('a1'), entry('a2')] },
      a1: { place: at(4, 5), kind: 'Subtle Baseless Info', implicit: true },
      a2: { place: at(13, 20), kind: 'Evident Conflict', against: at(13, 17), why: 'The year.' },
    },
    {
      item: { quality: 'good', unsupported: [entry('b1')] },
      b1: { place: at(16, 20), kind: 'Subtle Conflict', against: at(10, 17) },
    },
  ]
  // Figures are told from ten units on.
  const others = await Promise.all(
    Array.from({ length: 9 }, (_, index) => makeTask(project, { record: { ...RECORD, id: `o${index}` } })),
  )
  for (const each of [task, ...others]) {
    for (const [index, person] of people.entries()) await makeAnnotation(each, person, given[index] ?? {}, true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, each.id, { lock: true }), null))
  }
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  let view = await getConsolidation(reviewer, task.id)
  const places = () => view.open.map(({ unit, question }) => `${unit}.${question}`)
  const settle = async (unit: string, question: string, value: Json, reason = '') => {
    view = await resolveQuestion(reviewer, task.id, {
      unit,
      question,
      choice: { value },
      reason,
      expectedRevision: view.revision,
    })
  }
  expect(places()).toEqual(['item.unsupported'])
  // Both see the words of all marks.
  expect(view.lanes.flatMap(({ listed }) => listed.map(({ key, text }) => [key, text]))).toEqual(
    expect.arrayContaining([
      ['a1', '🚗'],
      ['a2', 'in 1921'],
      ['b1', '1921'],
    ]),
  )
  const listed = view.lanes.map(({ answers }) => JSON.stringify(answers.item?.unsupported))
  expect(
    listed.filter((list) => list.includes('"from":["a2","b1"]') || list.includes('"from":["b1","a2"]')),
  ).toHaveLength(2)
  await settle('item', 'unsupported', [{ key: 'a2', made: 'merged', from: ['a2', 'b1'] }])
  const [first = ''] = places()
  const mark = first.split('.')[0] ?? ''
  expect(places()).toEqual([`${mark}.place`, `${mark}.kind`])
  await settle(mark, 'place', at(13, 20), 'All of it is wrong.')
  expect(view.units.find(({ key }) => key === mark)?.text).toBe('in 1921')
  await settle(mark, 'kind', 'Evident Conflict')
  expect(places()).toEqual([])
  await adjudicateTask(reviewer, task.id, { expectedRevision: view.revision })

  const record = JSON.parse(await (await downloadExport(manager, project.id, 'record')).text())
  expect(record).toEqual({
    ...RECORD,
    quality: 'good',
    labels: [
      {
        start: 13,
        end: 20,
        text: 'in 1921',
        label_type: 'Evident Conflict',
        // Put together, as the file says.
        against: [{ start: 10, end: 17, text: 'in 1912' }],
        // Both were asked, and neither said yes.
        implicit_true: false,
        due_to_null: false,
      },
    ],
  })
  const native = JSON.parse(await (await downloadExport(manager, project.id, 'native')).text())
  expect(native.stages[0].gold.made ?? native.stages[0].made).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'a1', kind: 'mark', text: '🚗' }),
      expect.objectContaining({ key: 'b1', text: '1921' }),
    ]),
  )
  const annotations = (await (await downloadExport(manager, project.id, 'annotations')).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const labels: { unit: string; question: string; text: string }[] = annotations.flatMap(
    (annotation: { labels: never[] }) => annotation.labels,
  )
  expect(labels.find(({ unit, question }) => unit === 'a2' && question === 'kind')?.text).toBe('in 1921')

  const { stages } = await getAgreement(manager, project.id, { intervals: 'when_quick' })
  const measures = new Map(stages[0]?.measures.map((measure) => [measure.key, measure.all]))
  const compared = new Map(stages[0]?.comparisons.map((comparison) => [comparison.key, comparison]))
  // Of ten pairs of marks that both made, the kinds differ; ten marks only one made.
  expect(measures.get('kind')).toMatchObject({ unitsWithTwo: 10, percent: { value: 0 } })
  const figure = (key: string, name: string) =>
    compared.get(key)?.figures.find((each) => each.key === name)?.estimate.value
  expect(figure('unsupported', 'f1')).toBeCloseTo(2 / 3, 12)
  expect(figure('unsupported-spans', 'characterF1')).toBeCloseTo((2 * 4) / (8 + 4), 12)
  expect(figure('against-spans', 'characterF1')).toBeCloseTo((2 * 4) / (7 + 4), 12)
})

test('marks of one beside nothing of the other are a disagreement, in which either may stand', async () => {
  const { project, people, manager, task } = await scene('marks-of-one')
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const other = await makeTask(project, { record: { ...RECORD, id: 'r2' } })
  const given: Answers[] = [
    { item: { quality: 'good' } },
    { item: { quality: 'good', unsupported: [entry('b1')] }, b1: { place: at(16, 20), kind: 'Subtle Conflict' } },
  ]
  const settledAs = async (each: typeof task, laneThat: (answers: Answers) => boolean) => {
    for (const [index, person] of people.entries()) await makeAnnotation(each, person, given[index] ?? {}, true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, each.id, { lock: true }), null))
    const view = await getConsolidation(reviewer, each.id)
    expect(view.open.map(({ unit, question, values }) => [`${unit}.${question}`, values.length])).toEqual([
      ['item.unsupported', 2],
    ])
    const lane = view.lanes.find(({ answers }) => laneThat(answers))?.id ?? ''
    const { revision } = await resolveQuestion(reviewer, each.id, {
      unit: 'item',
      question: 'unsupported',
      choice: { lane },
      reason: '',
      expectedRevision: view.revision,
    })
    await adjudicateTask(reviewer, each.id, { expectedRevision: revision })
  }
  const hasMarked = (answers: Answers) => answers.b1 !== undefined
  await settledAs(task, (answers) => !hasMarked(answers))
  await settledAs(other, hasMarked)
  const lines = (await (await downloadExport(manager, project.id, 'record')).text()).trim().split('\n')
  const records = lines.map((line): { id: string; labels?: { text: string }[] } => JSON.parse(line))
  expect(records.map(({ id, labels }) => [id, labels?.map(({ text }) => text)])).toEqual([
    // As it was: the record had none, and has none.
    ['r1', undefined],
    ['r2', ['1921']],
  ])
})
