/** Lists in lists of a protocol file in a project: kept in one request, laid side by side, settled list by list, and compared. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { refuseApproval } from '@/lib/adjudication/consolidation/refuse-approval'
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
import { changeVersion } from './change-version'
import { getVersionChange } from './version-queries'

const EXAMPLE = readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8')

const RECORD: { [key: string]: Json } = { claim: 'A fell.', kept: 1.5 }

/** The example under another id, without the test that needs a file beside it. */
const sourceOf = (id: string): string =>
  EXAMPLE.replace('id: claim-questions', `id: ${id}`).replace(
    / {2}- record: claim-questions.jsonl[\s\S]*?(?= {2}- record: \{)/,
    '',
  )

/** `record`: of its one task; `edited`: the file with what a test adds. */
async function scene(
  id: string,
  { record = RECORD, edited = sourceOf(id) }: { record?: typeof RECORD; edited?: string } = {},
) {
  const { protocolId } = await makeProtocolVersion({ source: edited })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const people = await Promise.all([1, 2].map(() => makeMember(project, 'annotator')))
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, people, manager, task: await makeTask(project, { record }) }
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

test('what was settled about an entry is open again once the list says that the entry stands for others', async () => {
  const given = await scene('relinked-lists')
  const { project, task } = given
  const listed = (prefix: string, kind: string): Answers => ({
    item: { questions: [entry(`${prefix}1`)] },
    [`${prefix}1`]: { asked: 'Where did A fall?', answers: [entry(`${prefix}2`)] },
    [`${prefix}2`]: answer('In the town.', kind),
  })
  await submitted(given, task, [listed('a', 'Extractive'), listed('b', 'Abstractive')])
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  let view = await getConsolidation(reviewer, task.id)
  const settle = async (unit: string, question: string, value: Json) => {
    const choice = { unit, question, choice: { value }, reason: '', expectedRevision: view.revision }
    view = await resolveQuestion(reviewer, task.id, choice)
  }
  const kindOf = (unit: string) => view.settled.find((each) => each.unit === unit && each.question === 'kind')?.value
  const { unit: shared = '', key: common = '' } =
    view.lanes
      .flatMap(({ answers }) =>
        Object.entries(answers).map(([unit, values]) => ({ unit, list: entriesOf(values.answers) })),
      )
      .flatMap(({ unit, list }) => list.map(({ key }) => ({ unit, key })))[0] ?? {}
  expect(view.open.map(({ unit, question }) => [unit, question])).toEqual([[common, 'kind']])
  await settle(common, 'kind', 'Abstractive')
  expect(kindOf(common)).toBe('Abstractive')

  // Each stands for itself from now on, and says what its annotator said.
  const other = common === 'a2' ? 'b2' : 'a2'
  await settle(shared, 'answers', [
    { key: common, made: 'added', from: [common] },
    { key: other, made: 'added', from: [other] },
  ])
  expect([kindOf('a2'), kindOf('b2')]).toEqual(['Extractive', 'Abstractive'])
  expect(await prisma().resolution.count({ where: { taskId: task.id, question: 'kind' } })).toBe(0)
  const withdrawn = await prisma().event.findMany({ where: { taskId: task.id, type: 'resolution.withdrawn' } })
  expect(withdrawn.map(({ data }) => data)).toEqual([{ unit: common, question: 'kind' }])
})

type Scene = Awaited<ReturnType<typeof scene>>

/** Both people submit, and their answers are laid side by side. */
async function submitted({ people, manager }: Scene, task: Scene['task'], given: readonly Answers[]) {
  for (const [index, person] of people.entries()) await makeAnnotation(task, person, given[index] ?? {}, true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
}

test('a second reviewer who refuses what annotators settled among themselves calls a third rater with it', async () => {
  const id = 'discussed-lists'
  const edited = sourceOf(id).replace(
    '  - id: research\n',
    '  - id: research\n    policy: discussion\n    approve: true\n',
  )
  const given = await scene(id, { edited })
  const { project, people, task } = given
  await prisma().stage.updateMany({
    where: { projectId: project.id },
    data: { consolidation: 'discussion', thirdRater: 'deadlock' },
  })
  const listed = (prefix: string): Answers => ({
    item: { questions: [entry(`${prefix}1`)] },
    [`${prefix}1`]: { asked: 'Where did A fall?', answers: [entry(`${prefix}2`)] },
    [`${prefix}2`]: answer('In the town.'),
  })
  await submitted(given, task, [listed('a'), listed('b')])
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
  expect(await stateOf()).toBe('approving')
  const [approver, third] = [
    actorOf(await makeMember(project, 'reviewer')),
    actorOf(await makeMember(project, 'reviewer')),
  ]
  const { revision } = await getConsolidation(approver, task.id)
  const back = await refuseApproval(approver, task.id, { expectedRevision: revision, comment: 'Where in the town?' })
  expect(back).toMatchObject({ state: 'consolidating', open: [] })
  expect(await prisma().event.count({ where: { taskId: task.id, type: 'discussion.third_rater_called' } })).toBe(1)
  const [partner] = people
  const seen = partner && (await getConsolidation(actorOf(partner), task.id))
  expect(seen?.discussion?.calledAt).not.toBeNull()
  const called = await getConsolidation(third, task.id)
  expect(called.abilities.adjudicate).toBe(true)
  await adjudicateTask(third, task.id, { expectedRevision: called.revision })
  expect(await stateOf()).toBe('approving')
})

/** A reviewer makes what both agree on gold. */
async function adjudicated({ project }: Scene, task: Scene['task']) {
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const { revision, open } = await getConsolidation(reviewer, task.id)
  expect(open).toEqual([])
  await adjudicateTask(reviewer, task.id, { expectedRevision: revision })
}

test('a version that lays entries side by side by another similarity is refused once lists of two people were laid side by side', async () => {
  const given = await scene('aligned-otherwise')
  const { project, manager, people, task } = given
  const second = sourceOf('aligned-otherwise')
    .replace('version: 1', 'version: 2')
    .replace('form: list, of: answer, min: 1', 'form: list, of: answer, min: 1, align: {by: text, at: 0.9}')
  await makeProtocolVersion({ source: second })
  const answers = (key: string, text: string): Answers => ({
    item: { questions: [entry(`q${key}`)] },
    [`q${key}`]: { asked: 'Where did A fall?', answers: [entry(`a${key}`)] },
    [`a${key}`]: answer(text),
  })
  const [one, other] = people
  if (!one || !other) throw new Error('nobody is there')
  // What one person has listed was not laid beside anything.
  const alone = await makeTask(project, { record: RECORD })
  await makeAnnotation(alone, one, answers('1', 'Here.'), true)
  const reasons = async () => (await getVersionChange(manager, project.id, 2)).reasons
  expect(await reasons()).toEqual([])
  await submitted(given, task, [answers('1', 'In the town.'), answers('2', 'Nobody said so anywhere.')])
  expect(await reasons()).toEqual([expect.stringContaining('It touches 1 task that is being settled.')])
  const agreed = await makeTask(project, { record: RECORD })
  await submitted(given, agreed, [answers('1', 'In the town.'), answers('2', 'In the town.')])
  await adjudicated(given, agreed)
  expect(await reasons()).toEqual([
    expect.stringContaining('research.answers: Entries count as the same from a similarity of 0.9 on'),
  ])
  expect(await reasons()).toEqual([
    expect.stringContaining('It touches 1 task that is being settled and 1 task with gold.'),
  ])
  await expect(changeVersion(manager, project.id, { from: 1, to: 2 })).rejects.toMatchObject({ code: 'rule' })
})

test('an answer that two people move to another question keeps on export what the record has beside it', async () => {
  const record = {
    claim: 'A fell.',
    questions: [
      {
        question: 'Where did A fall?',
        no: 1,
        answers: [{ answer: 'In May.', answer_type: 'Boolean', boolean_explanation: 'So it says.', seen: 2024 }],
      },
      { question: 'When was it?', no: 2, answers: [] },
    ],
  }
  const given = await scene('moved-answers', { record })
  const moved = (key: string): Answers => ({
    item: { questions: [entry(`q${key}`), entry(`r${key}`)] },
    [`q${key}`]: { asked: 'Where did A fall?', answers: [entry(`a${key}`)] },
    [`a${key}`]: answer('In the town.'),
    [`r${key}`]: { asked: 'When was it?', answers: [entry(`b${key}`)] },
    [`b${key}`]: answer('In May.'),
  })
  await submitted(given, given.task, [moved('1'), moved('2')])
  await adjudicated(given, given.task)
  const file = await downloadExport(given.manager, given.project.id, 'record')
  const source = { source_url: 'https://a.example', source_medium: 'PDF' }
  expect(JSON.parse(await file.text())).toEqual({
    claim: 'A fell.',
    questions: [
      {
        question: 'Where did A fall?',
        no: 1,
        answers: [{ answer: 'In the town.', answer_type: 'Extractive', ...source }],
      },
      {
        question: 'When was it?',
        no: 2,
        answers: [{ answer: 'In May.', answer_type: 'Extractive', boolean_explanation: null, seen: 2024, ...source }],
      },
    ],
  })
})

test('agreement on a set counts whom it was asked for what they listed themselves', async () => {
  const asked =
    '      - {id: gaps, on: question, title: Gaps, ask: What is missing?, form: set, when: size(question.answers) == 1, options: [{value: place, says: Where.}, {value: time, says: When.}]}\n'
  const edited = sourceOf('own-conditions').replace('    rollUp:\n', `${asked}    rollUp:\n`)
  const given = await scene('own-conditions', { edited })
  const { project, manager, task } = given
  const answers = (key: string, text: string, gaps: string[]): Answers => ({
    item: { questions: [entry(`q${key}`)] },
    [`q${key}`]: { asked: 'Where did A fall?', answers: [entry(`a${key}`)], gaps },
    [`a${key}`]: answer(text),
  })
  const others = await Promise.all(Array.from({ length: 9 }, () => makeTask(project, { record: RECORD })))
  // Each lists one answer; together they are two, so that for both together it would not be asked.
  for (const each of [task, ...others])
    await submitted(given, each, [
      answers('1', 'In the town.', ['place']),
      answers('2', 'Nobody said so anywhere.', ['place', 'time']),
    ])
  const { stages } = await getAgreement(manager, project.id, { intervals: 'when_quick' })
  const gaps = stages[0]?.comparisons.find(({ key }) => key === 'gaps')
  expect(gaps?.figures.find(({ key }) => key === 'f1')?.estimate.value).toBeCloseTo(2 / 3, 12)
})
