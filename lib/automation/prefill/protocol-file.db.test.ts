/** A protocol of a file is pre-filled like a built-in one: its judge's answers are suggestions, and are scored as a system's. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { addDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import { targetSchema } from '@/lib/automation/prefill/contract'
import { startRun } from '@/lib/automation/prefill/start-run'
import { trySteps } from '@/lib/automation/prefill/try-steps'
import { addEndedRun } from '@/lib/gold/evaluation/add-ended-run'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import { pool, prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import type { Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { drive, MODEL, PRICE } from '@/tests/support/prefill-scene'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { getPrefill, getRun } from './queries'

let why = 'Thus.'
const QUOTED = 'the thames FLOWS through Oxford'
let quoted = QUOTED
/** A model that answers about every number with the first of the values. */
function firstValues(user: string) {
  const part = (name: string) => user.split(`⟦${name}⟧\n`)[1]?.split(`\n⟦end of ${name}⟧`)[0] ?? ''
  const value = part('values').match(/^- (.*?) \(/)?.[1] ?? ''
  const numbers = [...part('units').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  return { answers: numbers.map((number) => ({ number, values: [value], why })) }
}

/** The parts of a text as entries, the last of them one that cannot be taken, and a number of it as a span. */
function entries(user: string) {
  const text = user.split('Text:\n')[1]?.split('\n⟦end of item⟧')[0]?.split('\n\n')[0] ?? ''
  const parts = [...text.split(/(?<=\.) /), 'x'.repeat(100_000)]
  return { entries: parts.map((part) => ({ number: 1, text: part, before: null, why: 'It says so.' })) }
}
const SAID: Record<string, (user: string) => Json> = {
  judge: firstValues,
  'facts-by-file': entries,
  'evidence-queries': () => ({ queries: ['thames oxford isis', 'zzzz'] }),
  quotes: () => ({ quotes: [{ number: 1, quote: quoted, why: 'It says so.' }] }),
  verdict: firstValues,
  marks: () => ({
    marks: ['in  1921', 'in 1999', 'the ROOF'].map((quote) => ({
      quote,
      before: null,
      why: 'Turned.',
      label: 'Evident Conflict',
    })),
  }),
  words: () => ({
    spans: ['in 1912', 'in 1913'].map((quote) => ({ number: 1, quote, before: null, why: null, label: 'none' })),
  }),
  list: (user) => ({
    entries: [
      {
        number: 1,
        text: user.includes('Which answers') ? 'In 1410.' : 'When was it built?',
        before: null,
        why: null,
      },
    ],
  }),
  spans: () => ({
    spans: ['in  1815', 'in 1999'].map((quote) => ({ quote, before: null, why: null, label: 'number' })),
  }),
}

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI(
    {},
    {
      answer: (schema, { messages }) => SAID[schema]?.(messages.at(-1)?.content ?? ''),
    },
  )
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())

const OWN = `assay: protocol/1
id: listed-by-a-model
version: 7
title: Listed by a model
summary: Made for a test.
record:
  content: {text: /text}
  hidden: {model: /model}
show:
  - {title: Text, text: text}
units:
  - {id: fact, from: annotators}
stages:
  - id: list
    raters: 1
    questions:
      - {id: facts, ask: Which facts?, form: list, of: fact}
      - {id: wording, on: fact, ask: What does it say?, form: text}
      - {id: support, on: fact, ask: Is it so?, form: choice, options: [{value: holds, key: h, says: It is.}, {value: fails, key: f, says: It is not.}]}
      - {id: wrong, ask: What is wrong?, form: span, in: text, options: [{value: number, key: "1", says: A number.}]}
guidelines: One statement each.
prefill:
  - id: facts-by-file
    title: Facts of the text
    list: facts
    system: You list facts by {{guidelines}}.
    user: |
      {{item}}
  - {id: wrong-words, list: wrong}
`

test('entries and spans are proposed by the steps and prompts of a file, and are answers once somebody accepts them', async () => {
  fake.reset()
  const { protocolId } = await makeProtocolVersion({ source: OWN })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const annotator = await makeMember(project, 'annotator')
  const record = { text: 'Ada was born in 1815. She wrote.', model: `hidden-${randomUUID()}` }
  const task = await makeTask(project, { record })
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })

  const { steps } = await getPrefill(manager, project.id)
  expect(steps.map(({ key, title, prompts }) => [key, title, prompts[0]?.version])).toEqual([
    ['facts-by-file', 'Facts of the text', 7],
    ['wrong-words', 'Spans by a model', 1],
  ])
  const planned = steps.map(({ key }) => ({ key, method: 'model' as const, model: MODEL, parameters: {} }))
  const tried = await trySteps(
    manager,
    project.id,
    { itemId: task.itemId, stage: 'list', steps: planned },
    new AbortController().signal,
  )
  expect([tried.failure, tried.proposals.map(({ question }) => question)]).toEqual([null, ['facts', 'wrong']])
  const { id } = await startRun(manager, project.id, {
    name: 'Lists',
    stage: 'list',
    steps: planned,
    target: targetSchema.parse({ onlyNew: false }),
    budgetMicro: null,
  })
  const run = await drive(id)
  const [item] = run.items
  expect(item).toMatchObject({
    state: 'done',
    notes: { 'facts-by-file': { entries: 2, refused: 1 }, 'wrong-words': { spans: 1, refused: 1 } },
  })
  expect(fake.stats().invalid).toEqual([])
  const sent = JSON.stringify(fake.stats().bodies)
  expect(sent).toContain('Ada was born')
  expect(sent).not.toContain(record.model)
  const [facts, wrong] = ['facts', 'wrong'].map((question) =>
    run.suggestions.find((each) => each.question === question),
  )
  if (!facts || !wrong) throw new Error('There are no suggestions')
  expect(facts.value).toEqual([
    { values: { wording: 'Ada was born in 1815.', support: 'holds' } },
    { values: { wording: 'She wrote.', support: 'holds' } },
  ])
  expect(wrong.value).toEqual({ spans: [{ start: 13, end: 20, label: 'number' }] })
  const kept = await prisma().promptText.findUniqueOrThrow({ where: { hash: facts.promptHash ?? '' } })
  expect(kept).toMatchObject({ name: 'facts-by-file', version: 7 })
  expect(kept.text).toContain('You list facts by {{guidelines}}.')
  expect(await prisma().label.count({ where: { annotation: { taskId: task.id } } })).toBe(0)

  await makeAssignment(task, annotator)
  const actor = actorOf(annotator)
  const bench = await getWorkbench(actor, task.id)
  expect(bench.suggestions.map(({ question }) => question).toSorted()).toEqual(['facts', 'wrong'])
  const accept = { origin: 'suggestion' as const, expectedRevision: 0 }
  const entry = { key: 'u0123456789abcdef', made: 'suggested', from: [`${facts.id}#1`] }
  const { outcomes } = await saveAnswers(actor, task.id, {
    annotationId: bench.annotationId,
    answers: [
      { unit: 'item', question: 'facts', value: [entry], expectedRevision: 0, origin: 'chosen' },
      { unit: entry.key, question: 'wording', value: 'She wrote.', ...accept, suggestionId: facts.id },
      { unit: entry.key, question: 'support', value: 'holds', ...accept, suggestionId: facts.id },
      { unit: 'item', question: 'wrong', value: wrong.value as Json, ...accept, suggestionId: wrong.id },
    ],
  })
  expect(outcomes.map(({ status }) => status)).toEqual(['saved', 'saved', 'saved', 'saved'])
})

test('marks are proposed with all that is asked about them, taken over entry by entry, and scored on gold', async () => {
  fake.reset()
  const example = await readFile('docs/examples/protocols/explained-spans.yaml', 'utf8')
  const source = example
    .replace('id: explained-spans', `id: marks-by-a-model-${randomUUID()}`)
    .replace(/\ntests:[\s\S]*/, '\n')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  const texts = { source: 'It opened in 1912.', response: 'The 🚗 opened in 1921 under the roof.' }
  const model = `hidden-${randomUUID()}`
  const task = await makeTask(project, { record: { id: 'a', ...texts, model } })
  const { steps } = await getPrefill(manager, project.id)
  expect(steps.map(({ key, title, scoredBy }) => [key, title, scoredBy])).toEqual([
    ['judge-mark', 'Answers by a model', ['Quality']],
    ['marks-unsupported', 'Marks by a model', ['Unsupported spans']],
  ])
  const planned = [{ key: 'marks-unsupported', method: 'model' as const, model: MODEL, parameters: {} }]
  const start = (name: string, more: { on?: 'gold' } = {}) =>
    startRun(manager, project.id, {
      name,
      stage: 'mark',
      steps: planned,
      target: targetSchema.parse({ onlyNew: false }),
      budgetMicro: null,
      ...more,
    })
  const run = await drive((await start('Marks')).id)
  expect(run.items).toMatchObject([
    { state: 'done', error: null, notes: { 'marks-unsupported': { entries: 2, refused: 2 } } },
  ])
  expect(fake.stats().invalid).toEqual([])
  const at = (from: string, words: string) => {
    const start = [...from.slice(0, from.indexOf(words))].length
    return { spans: [{ start, end: start + [...words].length }] }
  }
  const [suggestion, ...others] = run.suggestions
  expect(others).toEqual([])
  const seeds = [
    {
      values: {
        place: at(texts.response, 'in 1921'),
        kind: 'Evident Conflict',
        against: at(texts.source, 'in 1912'),
        implicit: true,
        dueToNull: true,
      },
    },
    {
      values: { place: at(texts.response, 'the roof'), kind: 'Evident Conflict', implicit: true, dueToNull: true },
    },
  ]
  expect(suggestion?.value).toEqual(seeds)
  expect(JSON.stringify(fake.stats().bodies)).not.toContain(model)
  // What was answered is kept: the same run once more asks nothing anew, as one does that goes on after a stop.
  const sent = fake.stats().bodies.length
  const again = await drive((await start('Marks again')).id)
  expect([fake.stats().bodies.length, again.suggestions[0]?.value]).toEqual([sent, seeds])

  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const actor = actorOf(annotator)
  const bench = await getWorkbench(actor, task.id)
  const given = bench.suggestions.find(({ id }) => id === suggestion?.id)
  const accept = { origin: 'suggestion' as const, expectedRevision: 0, suggestionId: given?.id ?? '' }
  const entry = { key: 'u0123456789abcdef', made: 'suggested', from: [`${given?.id}#0`] }
  const { outcomes } = await saveAnswers(actor, task.id, {
    annotationId: bench.annotationId,
    answers: [
      { unit: 'item', question: 'unsupported', value: [entry], ...accept },
      ...Object.entries(seeds[0]?.values ?? {}).map(([question, value]) => ({
        unit: entry.key,
        question,
        value: value as Json,
        ...accept,
      })),
    ],
  })
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'saved'))

  const label = { label_type: 'Evident Conflict', implicit_true: false, due_to_null: false }
  const labels = ['in 1921', 'The'].map((words) => ({ ...at(texts.response, words).spans[0], text: words, ...label }))
  const gold = {
    id: 'b',
    ...texts,
    quality: 'good',
    labels: labels.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0)),
  }
  await importFile(manager, project, JSON.stringify(gold))
  const { id } = await start('Marks on gold', { on: 'gold' })
  const { items } = await drive(id)
  await addEndedRun(id)
  expect(items).toMatchObject([{ state: 'done', proposals: [{ question: 'unsupported', value: seeds }] }])
  const evaluations = await prisma().evaluation.findMany({ where: { runId: id } })
  expect(evaluations.map(({ task: key, records }) => [key, records])).toEqual([['unsupported', 1]])
})

test('entries are proposed with the lists that they hold, and are taken over two lists deep', async () => {
  fake.reset()
  const example = await readFile('docs/examples/protocols/claim-questions.yaml', 'utf8')
  const source = example
    .replace('id: claim-questions', `id: questions-by-a-model-${randomUUID()}`)
    .replace(/\ntests:[\s\S]*/, '\n')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  const task = await makeTask(project, { record: { claim: 'The bridge is old.' } })
  const { id } = await startRun(manager, project.id, {
    name: 'Questions',
    stage: 'research',
    steps: [{ key: 'list-questions', method: 'model', model: MODEL, parameters: {} }],
    target: targetSchema.parse({ onlyNew: false }),
    budgetMicro: null,
  })
  const run = await drive(id)
  expect(run.items).toMatchObject([{ state: 'done', error: null }])
  const [suggestion] = run.suggestions
  const about = { kind: 'Extractive', medium: 'Web text' }
  const values = { answered: 'In 1410.', ...about }
  expect(suggestion?.value).toEqual([{ values: { asked: 'When was it built?', answers: [{ values }] } }])

  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const actor = actorOf(annotator)
  const bench = await getWorkbench(actor, task.id)
  const from = (number: number) => [`${suggestion?.id}#${number}`]
  const [question, answer] = ['u0123456789abcde0', 'u0123456789abcde1']
  const accept = { expectedRevision: 0, origin: 'suggestion' as const, suggestionId: suggestion?.id ?? '' }
  const entry = (key: string, number: number): Json => ({ key, made: 'suggested', from: from(number) })
  const save = (answers: { unit: string; question: string; value: Json }[]) =>
    saveAnswers(actor, task.id, {
      annotationId: bench.annotationId,
      answers: answers.map((each) => ({ ...each, ...accept })),
    })
  const { outcomes } = await save([
    { unit: 'item', question: 'questions', value: [entry(question, 0)] },
    { unit: question, question: 'asked', value: 'When was it built?' },
    { unit: question, question: 'answers', value: [entry(answer, 1)] },
    ...Object.entries(values).map(([key, value]) => ({ unit: answer, question: key, value })),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'saved'))
  // What it does not propose is not taken from it, nor is an entry that it does not have.
  const refused = await save([
    { unit: answer, question: 'answered', value: 'In 1411.' },
    { unit: question, question: 'answers', value: [entry(answer, 2)] },
  ])
  expect(refused.outcomes.map(({ status }) => status)).toEqual(['refused', 'refused'])
})

test('evidence is found in the documents of a project, quoted with address and query, and is what a verdict rests on', async () => {
  fake.reset()
  const file = await readFile('docs/examples/protocols/claim-evidence.yaml', 'utf8')
  const source = file.replace('id: claim-evidence', 'id: evidence-by-a-model')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  await makeTask(project, { record: { id: 'a', claim: 'The river Thames flows through Oxford.' } })
  const url = 'https://example.org/thames'
  const text = 'Rivers are many. The Thames flows through Oxford, where it is also called the Isis.'
  const body = new Blob([JSON.stringify([{ title: 'Thames', url, text }])]).stream()
  await addDocuments(manager, project.id, { name: 'c.json', body })
  const { id } = await startRun(manager, project.id, {
    name: 'Evidence',
    stage: 'verify',
    steps: ['evidence', 'verdict'].map((key) => ({ key, method: 'model' as const, model: MODEL, parameters: {} })),
    target: targetSchema.parse({ onlyNew: false }),
    budgetMicro: null,
  })
  const run = await drive(id)
  expect(run.items).toMatchObject([{ state: 'done', error: null }])
  const proposed = Object.fromEntries(run.suggestions.map(({ question, value, score }) => [question, { value, score }]))
  const evidence = {
    quote: 'The Thames flows through Oxford',
    page: url,
    query: 'thames oxford isis',
    stance: 'supports',
  }
  expect(proposed).toMatchObject({
    passages: { value: [{ values: evidence }] },
    searched: { value: 'zzzz' },
    verdict: { value: 'supported', score: 1 },
  })
  const judged = fake.stats().bodies.filter((each) => JSON.stringify(each).includes('by the passages that were found'))
  expect(judged).toHaveLength(3)
  expect(judged.every((each) => JSON.stringify(each).includes('Stance: Supports it'))).toBe(true)

  // Of an item that fails what was noted stays: here nothing that was quoted stands on the page.
  await makeTask(project, { record: { id: 'b', claim: 'The river Isis flows through Bath.' } })
  quoted = 'the thames flows through Bath'
  const { id: again } = await startRun(manager, project.id, {
    name: 'Evidence that is refused',
    stage: 'verify',
    steps: [{ key: 'evidence', method: 'model', model: MODEL, parameters: {} }],
    target: targetSchema.parse({ onlyNew: true }),
    budgetMicro: null,
  })
  const { items } = await drive(again)
  const note = { refused: 1, queries: ['thames oxford isis', 'zzzz'] }
  expect(items).toMatchObject([{ state: 'failed', errorCode: 'rejected', notes: { evidence: note } }])
  quoted = QUOTED
})

const PARTED = `assay: protocol/1
id: parted-judges
version: 1
title: Parted judges
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: list
    raters: 1
    questions:
      - {id: usable, ask: Is it usable?, form: flag, key: o}
      - {id: wrong, ask: What is wrong?, form: span, in: text}
      - {id: verdict, ask: Is it right?, form: choice, options: [{value: right, key: y, says: Yes.}, {value: bad, key: x, says: No.}]}
guidelines: Read it.
`

test('a run on gold is a system of what it was asked, also one that was planned when one step asked all', async () => {
  const { protocolId } = await makeProtocolVersion({ source: PARTED })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  await importFile(manager, project, JSON.stringify({ text: 'It rained.', usable: true, wrong: [], verdict: 'right' }))
  const { steps } = await getPrefill(manager, project.id)
  expect(steps.map(({ key, scoredBy }) => [key, scoredBy])).toEqual([
    ['judge-list', ['usable']],
    ['mark-wrong', ['wrong']],
    ['judge-list-verdict', ['verdict']],
  ])
  // Half of the last character would be one unit too many, and could not be stored.
  why = `${'x'.repeat(4_999)}🙂🙂`
  const start = () =>
    startRun(manager, project.id, {
      name: 'Judge',
      stage: 'list',
      on: 'gold',
      steps: [{ key: 'judge-list', method: 'model', model: MODEL, parameters: {} }],
      target: targetSchema.parse({ onlyNew: false }),
      budgetMicro: null,
    })
  const end = async (id: string) => {
    const { items } = await drive(id)
    await addEndedRun(id)
    const evaluations = await prisma().evaluation.findMany({ where: { runId: id }, orderBy: { task: 'asc' } })
    return { items, tasks: evaluations.map(({ task, records }) => [task, records]) }
  }
  const now = await end((await start()).id)
  expect(now.items).toMatchObject([{ state: 'done', proposals: [{ rationale: `${'x'.repeat(4_999)}🙂` }] }])
  expect(now.tasks).toEqual([['usable', 1]])

  const { id } = await start()
  // As plans were before there were samples.
  await pool().query(`begin; set local session_replication_role = replica;
    update runs set plan = jsonb_set(plan, '{steps,0,parameters}', '{}') where id = '${id}'; commit`)
  expect((await end(id)).tasks).toEqual([
    ['usable', 1],
    ['verdict', 1],
  ])
  why = 'Thus.'
})

test('a model answers the questions of a file, and what it may not see is not sent', async () => {
  const folder = 'docs/examples/protocols/my-labels'
  const source = (await readFile(`${folder}.yaml`, 'utf8')).replace('id: my-labels', 'id: labels-to-judge')
  const records = (await readFile(`${folder}.jsonl`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager', await makeUser({ canCreateProjects: true })))
  // Without the labels that the records bring, all of them are to do.
  const open = records.map(({ id, question, response, model }) => ({ id, question, response, model }))
  await importFile(manager, project, open.map((record) => JSON.stringify(record)).join('\n'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })

  const { steps } = await getPrefill(manager, project.id)
  expect(steps.map(({ key, stage, methods }) => ({ key, stage, methods }))).toEqual([
    { key: 'judge-label', stage: 'label', methods: ['model'] },
  ])
  const { id } = await startRun(manager, project.id, {
    name: 'Judge',
    stage: 'label',
    steps: [{ key: 'judge-label', method: 'model', model: MODEL, parameters: {} }],
    target: targetSchema.parse({ onlyNew: false }),
    budgetMicro: null,
  })
  const run = await drive(id)
  expect(run.items.map(({ state }) => state)).toEqual(open.map(() => 'done'))
  expect(fake.stats().invalid).toEqual([])

  const suggested = run.suggestions.map(({ question, value }) => `${question} ${JSON.stringify(value)}`)
  expect(new Set(suggested)).toEqual(new Set(['usable "yes"', 'verdict "correct"']))
  const sentences = await prisma().unit.count({ where: { task: { projectId: project.id }, kind: 'sentence' } })
  expect(suggested.filter((each) => each.startsWith('verdict'))).toHaveLength(sentences)
  const sent = JSON.stringify(fake.stats().bodies)
  for (const { question, model } of open) {
    expect(sent).toContain(JSON.stringify(question).slice(1, -1))
    expect(sent).not.toContain(`"${model}"`)
    expect(sent).not.toContain(String(model))
  }
  expect(await getRun(manager, project.id, id)).toMatchObject({ state: 'done' })
  const { tasks } = await listEvaluations(manager, project.id)
  expect(tasks.map(({ key }) => key)).toEqual(expect.arrayContaining(['usable', 'verdict']))
})
