import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const SOURCE = readFileSync('docs/examples/protocols/my-labels.yaml', 'utf8')

/** The example with a part `evaluate`. */
function labelsWith(evaluate: string) {
  const checked = checkFile(`${SOURCE}\nevaluate:${evaluate}`)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

const record = (id: string, verdicts: readonly string[], severe: readonly number[] = []): Json => ({
  id,
  question: 'What is it?',
  response: verdicts.map((_, index) => `Sentence number ${index + 1} is here.`).join(' '),
  usable: 'yes',
  sentences: verdicts.map((verdict, index) => ({
    text: `Sentence number ${index + 1} is here.`,
    verdict,
    severe: severe.includes(index),
    ...(verdict === 'correct' ? {} : { why: 'It is not so.' }),
  })),
})
const RECORDS = [record('a', ['correct', 'misleading', 'wrong', 'correct']), record('b', ['correct'], [])]

async function score(evaluate: string, task: string, lines: readonly Json[]) {
  const definition = labelsWith(evaluate)
  const protocol = compileProtocol(definition)
  const found = compileEvaluations(definition).find(({ key }) => key === task)
  if (!found) throw new Error(`There is no task ${task}`)
  const evaluation = startEvaluation(found, {})
  RECORDS.forEach((each, index) => {
    const read = protocol.formats[0].read(each)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    evaluation.addItem({
      position: index + 1,
      externalId: read.record.externalId,
      gold: goldOf(protocol, each, read.record),
    })
  })
  const problems = lines.flatMap((line, index) => evaluation.addLine(line, index + 1, 'system'))
  const report = await evaluation.report({ resamples: 0, seed: 1 })
  const figures = report.scorings.map(({ key, standings }) => {
    const own = standings.find(({ system }) => system === 'system')
    const all = Object.entries(own?.figures ?? {}).map(([name, { value }]) => [name, value])
    return [key, Object.fromEntries(all)] as const
  })
  return { problems, scorings: figures.map(([key]) => key), figures: Object.fromEntries(figures), report }
}

const CLASSES = `
  - of: verdict
    id: errors
    title: Finding errors
    classes:
      - {value: error, title: Error, of: [misleading, wrong]}
      - {value: fine, of: [correct]}
    find: error
    fields: [prediction]
    values: {SUPPORTS: correct, REFUTES: error}`
const said = (item: string, unit: number, prediction: Json): Json => ({ item, unit, prediction })

it('scores what the file says and nothing else, under its own names', () => {
  const tasks = compileEvaluations(labelsWith(CLASSES))
  expect(tasks.map(({ key, title, measure }) => [key, title, measure])).toEqual([
    ['errors', 'Finding errors', 'verdict'],
  ])
  expect(compileEvaluations(labelsWith(' none'))).toEqual([])
  for (const line of tasks[0]?.example ?? []) expect(tasks[0]?.recognises(JSON.parse(line))).toBe(true)
  expect(tasks[0]?.recognises({ item: 'a', prediction: 'SUPPORTS' })).toBe(true)
})

it('finds a class of several values, in the words of systems, of values and of classes', async () => {
  // Gold: fine, error, error, fine and fine. Found: one of two errors, with one false alarm.
  const { problems, scorings, figures } = await score(CLASSES, 'errors', [
    said('a', 1, 'SUPPORTS'),
    said('a', 2, 'refutes'),
    said('a', 3, 'fine'),
    said('a', 4, 'wrong'),
    { item: 'b', unit: 1, verdict: 'correct' },
  ])
  expect(problems).toEqual([])
  expect(scorings).toEqual(['errors-found'])
  expect(figures['errors-found']).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5, accuracy: 0.6 })
})

it.each([
  ['wrong', '', { recall: 0.5, accuracy: 0.4 }],
  ['left out', '\n    abstentions: out', { recall: 1, accuracy: 1 }],
  ['as a class', '\n    abstentions: {as: fine}', { recall: 0.5, accuracy: 0.8 }],
  ['as a value of a class', '\n    abstentions: {as: wrong}', { recall: 1, accuracy: 0.6 }],
])('counts an abstention %s', async (_, words, expected) => {
  const { figures } = await score(`${CLASSES}${words}`, 'errors', [
    said('a', 1, null),
    said('a', 2, 'misleading'),
    said('a', 3, 'n/a'),
    said('a', 4, null),
    said('b', 1, 'correct'),
  ])
  expect(figures['errors-found']).toMatchObject(expected)
})

it('scores three classes or more as a whole behind the one that is found, and no unit of no class', async () => {
  const lines = ['correct', 'wrong', 'wrong', 'misleading'].map((value, index) => said('a', index + 1, value))
  const each = await score('\n  - {of: verdict, find: wrong, fields: [prediction]}', 'verdict', lines)
  expect(each.scorings).toEqual(['verdict-found', 'verdict'])
  expect(each.figures['verdict-found']).toMatchObject({ precision: 0.5, recall: 1 })
  expect(each.figures.verdict?.accuracy).toBe(0.5)
  const two = `
  - of: verdict
    classes: [{value: bad, of: [wrong]}, {value: good, of: [correct]}]
    fields: [prediction]`
  const some = await score(two, 'verdict', [...lines, said('b', 1, 'misleading')])
  // Of the misleading sentence nothing is asked; "misleading" is no class, and wrong where one is asked for.
  expect(some.figures.verdict).toMatchObject({ accuracy: 0.5, 'recall:bad': 1, 'precision:good': 1 })
})

it('tells a class from what the language says of abstentions, whatever it is called', async () => {
  const nothing = [1, 2, 3, 4].map((unit) => said('a', unit, null))
  // Gold: correct, misleading, wrong, correct; all of it counts as wrong.
  const { figures } = await score(
    '\n  - {of: verdict, find: wrong, fields: [prediction], abstentions: {as: wrong}}',
    'verdict',
    nothing,
  )
  expect(figures['verdict-found']).toMatchObject({ recall: 1, precision: 0.25, accuracy: 0.25 })
  expect(figures.verdict?.['recall:wrong']).toBe(1)
})

it('counts a value of no class as wrong where one class is to be found', async () => {
  const two = `
  - of: verdict
    classes: [{value: bad, of: [wrong]}, {value: good, of: [correct]}]
    find: bad
    fields: [prediction]`
  const lines = [1, 2, 3, 4].map((unit) => said('a', unit, 'misleading'))
  const { figures } = await score(two, 'verdict', lines)
  expect(figures['verdict-found']).toMatchObject({ accuracy: 0, recall: 0 })
})

it('scores a roll-up that is true or false, in the words of its measure', async () => {
  const { figures, report, problems } = await score('\n  - {of: allCorrect, find: false}', 'allCorrect', [
    { item: 'a', allCorrect: false },
    { item: 'b', value: 'no' },
  ])
  expect(problems).toEqual([])
  expect(report.targets).toBe(2)
  expect(figures['allCorrect-found']).toMatchObject({ precision: 0.5, recall: 1 })
  const [task] = compileEvaluations(labelsWith('\n  - of: allCorrect'))
  expect([task?.title, task?.measure, task?.stage]).toEqual(['Every sentence correct', 'allCorrect', 'label'])
})

it('is the task by form where nothing else is said', () => {
  const [own] = compileEvaluations(labelsWith('\n  - of: verdict'))
  const checked = checkFile(SOURCE)
  const byForm = checked.ok ? compileEvaluations(checked.definition).find(({ key }) => key === 'verdict') : undefined
  const plain = (task: typeof own) => [
    task?.title,
    task?.summary,
    task?.fields,
    task?.example,
    task?.scorings({}).map(({ key }) => key),
  ]
  expect(plain(own)).toEqual(plain(byForm))
})

it('is explained by an example that holds', () => {
  const [, part = ''] = /```\nevaluate:\n([^`]+)```/.exec(readFileSync('docs/protocol-files/evaluate.md', 'utf8')) ?? []
  const tasks = compileEvaluations(labelsWith(`\n${part}`))
  expect(tasks.map(({ key }) => key)).toEqual(['errors', 'verdict', 'harm'])
})
