import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { definitionDifference } from '@/lib/protocols/language/difference'
import { checkFile } from './check-file'

const SOURCE = readFileSync('docs/examples/protocols/my-labels.yaml', 'utf8').trimEnd()
const FIRST = SOURCE.split('\n').length + 1

/** The problems of the example with a part `evaluate`: lines from that part on, and what is said. */
function problemsOf(evaluate: string): string[] {
  const checked = checkFile(`${SOURCE}\nevaluate:${evaluate}`)
  return checked.ok
    ? []
    : checked.problems.map(({ line, column, message, fix }) => `${line - FIRST}:${column} ${message} ${fix}`)
}

it.each([
  [
    'a question that there is not',
    '\n  - of: verdit',
    '1:9 There is no question or roll-up "verdit". Did you mean "verdict"?',
  ],
  ['words', '\n  - of: why', '1:9 No rule scores what is answered to "why".'],
  ['a roll-up of a number', '\n  - of: wrong', '1:9 "wrong" is not true or false.'],
  ['a label that there is not', '\n  - of: itemLabel', '1:9 The file says nothing of a label of the item.'],
  ['the same twice', '\n  - of: verdict\n  - of: verdict', '2:9 There is another evaluation called "verdict".'],
  [
    'a value that there is not',
    '\n  - of: verdict\n    classes: [{value: a, of: [wrongg]}, {value: b, of: [correct]}]',
    '2:31 "verdict" has no value "wrongg". Did you mean "wrong"?',
  ],
  [
    'a value in two classes',
    '\n  - of: verdict\n    classes: [{value: a, of: [wrong]}, {value: b, of: [wrong]}]',
    '2:56 "wrong" counts as "a" already.',
  ],
  [
    'a class with the name of a value of another',
    '\n  - of: verdict\n    classes: [{value: wrong, of: [correct]}, {value: b, of: [wrong]}]',
    '2:23 "wrong" is the name of a value that does not count as it.',
  ],
  ['a class to find that there is not', '\n  - {of: verdict, find: eror}', '1:25 There is no class "eror".'],
  ['a spelling of nothing', '\n  - {of: verdict, values: {A: eror}}', '1:31 There is no value or class "eror".'],
  ['an abstention as nothing', '\n  - {of: verdict, abstentions: {as: x}}', '1:37 There is no value or class "x".'],
  [
    'an abstention that is unknown',
    '\n  - {of: verdict, abstentions: skip}',
    '1:32 evaluate[1].abstentions: Write wrong, out, or {as: a value or class}.',
  ],
  [
    'a field that says something else',
    '\n  - {of: verdict, fields: [item]}',
    '1:28 "item" says whose a line is, or what it is about.',
  ],
  ['nothing', ' []', '0:11'],
])('refuses %s, at its place', (_, evaluate, expected) => {
  const problems = problemsOf(evaluate)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(expected)
})

it('refuses classes of answers that are more than one value', () => {
  const source = readFileSync('docs/examples/protocols/summary-sentences.yaml', 'utf8').trimEnd()
  const checked = checkFile(
    `${source}\nevaluate:\n  - {of: types, find: Contradiction}\n  - {of: types, id: other, title: Kinds}`,
  )
  expect(checked.ok ? [] : checked.problems.map(({ message }) => message)).toEqual([
    '"find" goes with a choice, a flag, a scale, a roll-up or the label of the item.',
  ])
})

it('asks for the language of the file in its texts', () => {
  expect(problemsOf('\n  - {of: verdict, title: {de: Urteil}}')[0]).toContain('There is no text in en')
})

it('is named where a version scores something else', () => {
  const [before, after] = ['', '\nevaluate: none'].map((words) => checkFile(`${SOURCE}${words}`))
  if (!before?.ok || !after?.ok) throw new Error('the files have problems')
  const changes = definitionDifference(before.definition, { ...after.definition, version: 2 })
  expect(changes.map(({ at, weight }) => [at, weight])).toEqual([['evaluate', 'work']])
})
