import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { checkFile } from './check/check-file'
import type { Definition } from './definition'
import { migrationProblems, movedValue, movePlan, plannedDifference } from './migrate'

const source = readFileSync('docs/examples/protocols/my-labels.yaml', 'utf8')

function checkedOf(text: string) {
  const checked = checkFile(text)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked
}

const first = checkedOf(source).definition

/** The second version, in which "misleading" is called "doubtful" and the links are gone. */
const renamed = source
  .replace('version: 1', 'version: 2')
  .replaceAll('misleading', 'doubtful')
  .replace(/ {6}- id: links\n(?: {8}.*\n)+/, '')
  .replace('sentence.severe && size(sentence.links) == 0', 'sentence.severe')

const second = (migrate: string) => checkedOf(renamed.replace('tests:\n', `${migrate}tests:\n`))
const MIGRATE = 'migrate:\n  1: {rename: {verdict: {misleading: doubtful}}, drop: [label.links]}\n'

const linesOf = (before: Definition, after: Definition) =>
  plannedDifference(before, after).map(({ at, handled, weight }) => `${weight} ${at} ${handled}`)

it('tells what is renamed and what no longer counts, and finds nothing else of it', () => {
  const after = second(MIGRATE).definition
  expect(linesOf(first, after).filter((line) => line.startsWith('labels'))).toEqual([
    'labels label.verdict renamed',
    'labels label.links dropped',
  ])
  expect(plannedDifference(first, after)[0]).toMatchObject({
    message: 'misleading is called doubtful from now on.',
    touched: { what: 'answers', question: 'verdict', value: 'misleading' },
  })
  // Conditions that look at the value are the same conditions.
  expect(linesOf(first, after).join('\n')).not.toContain('severe')
  expect(migrationProblems(first, after)).toEqual([])
})

it('finds that a condition is another one beside a renaming', () => {
  const other = renamed.replace('sentence.verdict in ["doubtful", "wrong"]', 'sentence.verdict in ["wrong"]')
  const after = checkedOf(other.replace('tests:\n', `${MIGRATE}tests:\n`)).definition
  expect(linesOf(first, after)).toContain('labels label.severe null')
  const asking = checkedOf(other.replace('tests:\n', `${MIGRATE.replace('drop:', 'ask: [severe], drop:')}tests:\n`))
  expect(linesOf(first, asking.definition)).toContain('labels label.severe asked')
})

it('says nothing of a version that the file does not name', () => {
  const after = second(MIGRATE).definition
  expect(movePlan({ ...first, version: 3 }, { ...after, version: 4 })).toMatchObject({ questions: [], asks: [] })
})

test.each<[string, string, string, number]>([
  ['a value that was none', '{rename: {verdict: {misleadin: doubtful}}}', 'Nobody could choose "misleadin"', 26],
  ['a value that can still be chosen', '{rename: {verdict: {wrong: doubtful}}}', '"wrong" can still be chosen', 26],
  ['a question that was none', '{drop: [linkz]}', 'has no question "linkz"', 14],
  ['another id that was taken', '{rename: {links: severe}}', 'Version 1 has a question "severe" as well', 23],
])('refuses %s, at its place', (_, entry, message, column) => {
  const { definition, place } = second(`migrate:\n  1: ${entry}\n`)
  const [problem] = migrationProblems(first, definition).map(place)
  expect(problem?.message).toContain(message)
  const line = renamed.split('\n').indexOf('tests:') + 2
  expect(problem).toMatchObject({ line, column })
})

it('keeps the order of sets, and drops what no longer counts', () => {
  const move = {
    stage: 'label',
    on: 'item',
    question: 'kinds',
    to: 'kinds',
    values: [
      { from: 'a', to: 'z' },
      { from: 'b', to: null },
    ],
    order: ['c', 'z'],
  }
  expect(movedValue(move, ['a', 'b', 'c'])).toEqual(['c', 'z'])
  expect(movedValue(move, ['b'])).toBeNull()
  expect(movedValue(move, 'a')).toBe('z')
  expect(movedValue({ ...move, to: null }, 'c')).toBeNull()
})

const KINDS = '          - {value: x, says: X.}\n          - {value: y, says: Y.}\n'
const kindsFile = (version: number, question: string, more = '') => `assay: protocol/1
id: kinds
version: ${version}
title: Kinds
summary: Made for a test.
record: {content: {text: /text}}
show: [{title: Text, text: text}]
stages:
  - id: judge
    questions:
      - id: ${question}
        options:
${KINDS}      - {id: sure, ask: Sure?, form: flag, when: '${version === 1 ? 'item.kind == "x"' : '"x" in item.kind'}'}
guidelines: Read.
${more}`

describe('a choice that becomes a set', () => {
  const choice = checkedOf(kindsFile(1, 'kind\n        ask: Which?\n        form: choice')).definition
  const asSet = (more: string, words = '') =>
    checkedOf(kindsFile(2, `kind\n        ask: Which?\n        form: set\n        required: true${words}`, more))

  it('makes each answer a set of one, and conditions that asked for a value ask whether it is in', () => {
    const { definition } = asSet('migrate:\n  1: {toSet: [kind]}\n')
    expect(migrationProblems(choice, definition)).toEqual([])
    expect(linesOf(choice, definition)).toEqual(['labels judge.kind renamed'])
    const [move] = movePlan(choice, definition).questions
    expect(move && movedValue(move, 'y')).toEqual(['y'])
    expect(move && movedValue(move, null)).toBeNull()
  })

  it('is another form, and another condition, where nothing is said of it', () => {
    const { definition } = asSet('')
    expect(linesOf(choice, definition)).toContain('labels judge.kind null')
    expect(linesOf(choice, definition)).toContain('labels judge.sure null')
  })

  test.each([
    ['of more than one value', 'toSet: [kind]', '\n        min: 2', 'asks for at least 2'],
    ['of a question that was no choice', 'toSet: [sure]', '', '"sure" was a flag and is a flag'],
  ])('is refused %s', (_, entry, words, message) => {
    const { definition, place } = asSet(`migrate:\n  1: {${entry}}\n`, words)
    const [problem] = migrationProblems(choice, definition).map(place)
    expect(problem).toMatchObject({ message: expect.stringContaining(message), column: 15 })
  })
})

test.each([
  ['a later version', 'migrate:\n  2: {drop: [links]}\n', 'Version 2 is not earlier than 2'],
  ['a question that is not there', 'migrate:\n  1: {ask: [verdicts]}\n', 'There is no question "verdicts"'],
  ['another word', 'migrate:\n  1: {map: {a: b}}\n', 'map'],
  [
    'what is renamed and dropped',
    'migrate:\n  1: {rename: {links: why}, drop: [links]}\n',
    'is renamed and no longer counts',
  ],
])('a file that names %s is refused', (_, migrate, message) => {
  const checked = checkFile(renamed.replace('tests:\n', `${migrate}tests:\n`))
  expect(checked.ok ? '' : checked.problems.map((each) => each.message).join('\n')).toContain(message)
})

test('answers about what annotators list are not told otherwise, and a list is not dropped', () => {
  const facts = readFileSync('docs/examples/protocols/atomic-facts.yaml', 'utf8')
  const next = (migrate: string) =>
    checkedOf(
      facts
        .replace('version: 1', 'version: 2')
        .replaceAll('wording', 'phrasing')
        .replace('{value: not-supported,', '{value: unsupported,')
        .replace('not-supported: NS', 'unsupported: NS')
        .replace('fact-2.support: not-supported', 'fact-2.support: unsupported')
        .replace('tests:\n', `migrate:\n  1: ${migrate}\ntests:\n`),
    ).definition
  const problems = (migrate: string) =>
    migrationProblems(checkedOf(facts).definition, next(migrate)).map(({ message }) => message)
  const renamed = problems('{rename: {wording: phrasing, support: {not-supported: unsupported}}}')
  expect(renamed).toEqual([
    '"wording" is asked about "fact", which annotators list: such answers cannot be renamed or dropped.',
    '"support" is asked about "fact", which annotators list: such answers cannot be renamed or dropped.',
  ])
  expect(problems('{drop: [facts]}')).toContain('"facts" is a list, whose entries would be lost with it.')
})
