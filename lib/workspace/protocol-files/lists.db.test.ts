/** Lists in lists of a protocol file in a project: kept in one request, laid side by side, settled list by list, and compared. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/answers'
import { entriesOf } from '@/lib/protocols/made-units'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

const EXAMPLE = readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8')

const RECORD = { claim: 'A fell.', kept: 1.5 }

async function scene(id: string) {
  const source = EXAMPLE.replace('id: claim-questions', `id: ${id}`).replace(
    / {2}- record: claim-questions.jsonl[\s\S]*?(?= {2}- record: \{)/,
    '',
  )
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const people = await Promise.all([1, 2].map(() => makeMember(project, 'annotator')))
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, people, manager, task: await makeTask(project, { record: RECORD }) }
}

const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const answer = (text: string, kind = 'Extractive') => ({
  answered: text,
  kind,
  source: 'https://a.example',
  medium: 'PDF',
})

test('a list and the list of its entry are kept in one request, and no list takes what is listed for another entry', async () => {
  const { people, task } = await scene('kept-lists')
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
      ['item', 'questions', [entry('q1'), entry('q2')]],
      ['q1', 'asked', 'Where?'],
      ['q1', 'answers', [entry('a1')]],
      ['a1', 'answered', 'Here.'],
    ),
  ).toEqual(['saved', 'saved', 'saved', 'saved'])
  const units = await prisma().unit.findMany({
    where: { taskId: task.id, makerId: annotator.id },
    orderBy: { key: 'asc' },
  })
  expect(units.map(({ key, kind, parentKey }) => [key, kind, parentKey])).toEqual([
    ['a1', 'answer', 'q1'],
    ['q1', 'question', 'item'],
    ['q2', 'question', 'item'],
  ])
  expect(await save(['q2', 'answers', [entry('a1')]])).toEqual(['refused'])
})

test('what two people list is settled list by list, written as a record, and compared at each depth', async () => {
  const { project, people, manager, task } = await scene('settled-lists')
  const given: Answers[] = [
    {
      item: { questions: [entry('q1'), entry('q2')] },
      q1: { asked: 'Where did A fall?', answers: [entry('a1')] },
      a1: answer('In the town.'),
      q2: { asked: 'When was it?', answers: [entry('a2')] },
      a2: answer('In May.'),
    },
    {
      item: { questions: [entry('p1')] },
      p1: { asked: 'Where did A fall?', answers: [entry('b1'), entry('b2')] },
      b1: answer('Nobody said so anywhere.', 'Abstractive'),
      b2: answer('In the town.', 'Abstractive'),
    },
  ]
  // Figures are told from ten units on.
  const others = await Promise.all(Array.from({ length: 9 }, () => makeTask(project, { record: RECORD })))
  for (const each of [task, ...others]) {
    for (const [index, person] of people.entries()) await makeAnnotation(each, person, given[index] ?? {}, true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, each.id, { lock: true }), null))
  }
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const places = ({ open }: Awaited<ReturnType<typeof getConsolidation>>) =>
    open.map(({ unit, question }) => `${unit}.${question}`)
  let view = await getConsolidation(reviewer, task.id)
  expect(places(view)).toEqual(['item.questions'])
  const settle = async (unit: string, question: string, value: Json, reason = '') => {
    view = await resolveQuestion(reviewer, task.id, {
      unit,
      question,
      choice: { value },
      reason,
      expectedRevision: view.revision,
    })
  }
  const keysOf = (unit: string, question: string) =>
    view.lanes.map(({ answers }) => entriesOf(answers[unit]?.[question]).map(({ key }) => key))
  // The question of both stands under one key, and so do the answers to it that say the same.
  const [first, second] = keysOf('item', 'questions')
  const shared = first?.find((key) => second?.includes(key)) ?? ''
  await settle('item', 'questions', [{ key: shared, made: 'merged', from: ['p1', 'q1'] }])
  expect(places(view)).toEqual([`${shared}.answers`])
  const [ones, twos] = keysOf(shared, 'answers')
  const common = ones?.find((key) => twos?.includes(key)) ?? ''
  expect(common).not.toBe('')
  await settle(shared, 'answers', [{ key: common, made: 'merged', from: ['a1', 'b2'] }])
  expect(places(view)).toEqual([`${common}.kind`])
  await settle(common, 'kind', 'Extractive')
  await adjudicateTask(reviewer, task.id, { expectedRevision: view.revision })

  const file = await downloadExport(manager, project.id, 'record')
  expect(JSON.parse(await file.text())).toEqual({
    claim: 'A fell.',
    kept: 1.5,
    questions: [
      {
        question: 'Where did A fall?',
        answers: [
          { answer: 'In the town.', answer_type: 'Extractive', source_url: 'https://a.example', source_medium: 'PDF' },
        ],
      },
    ],
  })
  const { stages } = await getAgreement(manager, project.id, { intervals: 'when_quick' })
  const measures = new Map(stages[0]?.measures.map((measure) => [measure.key, measure.all]))
  const compared = new Map(stages[0]?.comparisons.map((comparison) => [comparison.key, comparison]))
  expect(measures.get('kind')).toMatchObject({ units: 30, unitsWithTwo: 10, percent: { value: 0 } })
  expect(measures.get('medium')).toMatchObject({ unitsWithTwo: 10, percent: { value: 1 } })
  const f1 = (key: string) => compared.get(key)?.figures.find((figure) => figure.key === 'f1')?.estimate.value
  expect(f1('questions')).toBeCloseTo(2 / 3, 12)
  // Of the answers to the shared question two are one, one stands alone; those to the question that only one listed are not compared.
  expect(f1('answers')).toBeCloseTo((2 * 1) / (2 * 1 + 1), 12)
})
