import { expect, it } from 'vitest'
import { keepDefinition } from '@/lib/protocols/definitions'
import { practiceOf } from '@/lib/protocols/practice'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'

const file = (practice: string) => `assay: protocol/1
id: practised-facts
version: 1
title: Facts
summary: Say of each fact whether it is so.
record:
  content: {topic: /topic}
show:
  - {title: Topic, text: topic}
units:
  - {id: fact, from: record, each: /facts, text: text}
stages:
  - id: judge
    questions:
      - id: label
        on: fact
        ask: Is it so?
        form: choice
        options:
          - {value: right, tone: positive, says: It is.}
          - {value: wrong, tone: negative, says: It is not.}
guidelines: Look it up.
practice:
${practice}
`

async function problemsOf(practice: string) {
  const checked = checkFile(file(practice))
  if (!checked.ok) return checked.problems
  const { definition, place } = checked
  return (await runTests(definition, compileProtocol(definition), async () => null)).problems.map(place)
}

const FACTS =
  '{topic: Water, facts: [{text: It boils at 100 degrees., label: right}, {text: It is dry., label: wrong}]}'

it('serves the records of a file, with the reasons in its own language', async () => {
  const source = file(
    `  - id: water\n    record: ${FACTS}\n    why: {fact-2.label: {en: Water is wet., de: Wasser ist nass.}}`,
  )
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  keepDefinition(checked.definition)
  expect(await practiceOf('practised-facts@1')).toMatchObject([
    {
      key: 'water',
      stage: 'judge',
      answers: { 'fact-1': { label: 'right' }, 'fact-2': { label: 'wrong' } },
      why: { 'fact-2': { label: 'Water is wet.' } },
    },
  ])
})

const OPEN = '{topic: Water, facts: [{text: It is wet., label: right}, {text: It is dry.}]}'

it('expects what the record states, and besides what the file says of it', async () => {
  const source = file(
    `  - id: open\n    record: ${OPEN}\n    answers: {fact-2.label: wrong}\n    why: {fact-2.label: It is wet.}`,
  ).replace('id: practised-facts', 'id: practised-besides')
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  keepDefinition(checked.definition)
  expect(await runTests(checked.definition, compileProtocol(checked.definition), async () => null)).toEqual({
    problems: [],
    warnings: [],
  })
  expect(await practiceOf('practised-besides@1')).toMatchObject([
    { answers: { 'fact-1': { label: 'right' }, 'fact-2': { label: 'wrong' } } },
  ])
})

it.each([
  [
    'an answer that nobody can give',
    `  - record: ${OPEN}\n    answers: {fact-2.label: wet}\n    why: {fact-1.label: So.}`,
    '"wet" is not an answer to "label"',
  ],
  [
    'an answer about a unit that is not there',
    `  - record: ${OPEN}\n    answers: {fact-3.label: wrong}\n    why: {fact-1.label: So.}`,
    'no unit "fact-3"',
  ],
  [
    'an answer to a question that is not there',
    `  - record: ${OPEN}\n    answers: {fact-2.verdict: wrong}\n    why: {fact-1.label: So.}`,
    'There is no question "verdict"',
  ],
  ['a unit that is not there', `  - record: ${FACTS}\n    why: {fact-3.label: So.}`, 'no unit "fact-3"'],
  [
    'a question that is not there',
    `  - record: ${FACTS}\n    why: {fact-1.verdict: So.}`,
    'There is no question "verdict"',
  ],
  [
    'a name that another gets by its place',
    `  - id: practice-2\n    record: ${FACTS}\n    why: {fact-1.label: So.}\n  - record: ${FACTS}\n    why: {fact-1.label: So.}`,
    'practice-2',
  ],
  [
    'a record without labels',
    '  - record: {topic: Water, facts: [{text: It is dry.}]}\n    why: {fact-1.label: So.}',
    'no labels of a stage',
  ],
  [
    'a record that lacks a label',
    '  - record: {topic: Water, facts: [{text: It is wet., label: right}, {text: It is dry.}]}\n    why: {fact-1.label: So.}',
    'could not be submitted: fact-2',
  ],
  ['a record that cannot be read', '  - record: {facts: []}\n    why: {fact-1.label: So.}', 'cannot be read: topic'],
  ['no reason', `  - record: ${FACTS}\n    why: {}`, 'Say why one of its labels is right'],
  ['a reason without a name', `  - record: ${FACTS}\n    why: {label: So.}`, 'Name the unit and the question'],
  [
    'one name twice',
    `  - {id: water, record: ${FACTS}, why: {fact-1.label: So.}}\n  - {id: water, record: ${FACTS}, why: {fact-1.label: So.}}`,
    'water',
  ],
])('refuses %s, with the line', async (_, practice, message) => {
  const problems = await problemsOf(practice)
  expect(problems).not.toEqual([])
  expect(problems[0]?.message).toContain(message)
  expect(problems[0]?.line).toBeGreaterThanOrEqual(24)
})
