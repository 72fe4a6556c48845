import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { protocolById, protocols } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Protocol } from '@/lib/protocols/protocol'
import { labelOf } from './native-tables'
import { distinctNames } from './table'
import { tablesOf } from './tables'

const EXAMPLES = 'docs/examples/protocols'

interface Parts {
  questions?: readonly string[]
  kind?: string
  rules?: readonly string[]
}

/** A file that can be published, with questions, a kind of unit and rules of roll-up under these names. */
function published({ questions = [], kind = 'part', rules = ['strict'] }: Parts): Protocol {
  const checked = checkFile(`assay: protocol/1
id: test
version: 1
title: Test
summary: Made for a test.
record:
  content: {answer: /answer}
show:
  - {title: Answer, text: answer}
units:
  - {id: ${kind}, from: record, each: /parts, text: answer}
stages:
  - id: judge
    questions:
      - id: verdict
        on: ${kind}
        title: Is it so?
        ask: Look.
        form: choice
        options:
          - {value: right, says: It is.}
          - {value: wrong, says: It is not.}
${questions.map((question) => `      - ${question}\n`).join('')}
label:
  values: [{value: true, text: Right}, {value: false, text: Wrong}]
  rules:
${rules.map((rule) => `    ${rule}: {title: Rule ${rule}, says: All is right., is: '${kind}s.all(s, s.verdict == "right")'}\n`).join('')}
guidelines: Read first.
`)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

const flag = (id: string, on = 'item') => `{id: ${id}, on: ${on}, title: "Is it ${id}?", ask: Look., form: flag}`

const keysOf = (protocol: Protocol) => tablesOf(protocol).map(({ key }) => key)

/** The columns of a table: name, and what it says. */
function columnsOf(protocol: Protocol, table: string): Record<string, string> {
  const columns = tablesOf(protocol).find(({ key }) => key === table)?.columns ?? []
  const names = columns.map(({ name }) => name.toLowerCase())
  expect(new Set(names).size).toBe(columns.length)
  return Object.fromEntries(columns.map(({ name, description }) => [name, description]))
}

describe('columns of a published protocol whose words are those of a table', () => {
  test.each([
    [{ questions: [flag('label')] }, 'items', { label: 'The item’s label: Rule strict', label_2: 'Is it label?' }],
    [
      { questions: [flag('escaped')] },
      'items',
      { escaped: 'Are the texts of the item escaped (NUL, halves of character pairs)?', escaped_2: 'Is it escaped?' },
    ],
    [
      { questions: [flag('verdict_settled', 'part')] },
      'parts',
      { verdict_settled: 'How “Is it so?” was settled', verdict_settled_2: 'Is it verdict_settled?' },
    ],
    [
      { questions: [flag('Verdict', 'part')] },
      'parts',
      {
        verdict: 'Is it so?',
        verdict_settled: 'How “Is it so?” was settled',
        Verdict_2: 'Is it Verdict?',
        Verdict_settled_2: 'How “Is it Verdict?” was settled',
      },
    ],
    [
      { rules: ['by_hand', 'strict'] },
      'items',
      {
        label_by_hand: 'The label that somebody set against the rules',
        label_by_hand_2: 'The item’s label: Rule by_hand',
        label_strict: 'The item’s label: Rule strict',
      },
    ],
    [{ questions: [flag('answer_stage', 'part'), flag('stage', 'part')] }, 'parts', { answer_stage_2: 'Is it stage?' }],
  ])('are all there under names of their own: %j', (parts, table, columns) => {
    expect(columnsOf(published(parts), table)).toMatchObject(columns)
  })

  test('are there for both ends of a span', () => {
    const protocol = published({ questions: [flag('x', 'part'), flag('x_start', 'part')] })
    const [stage] = protocol.stages
    const questions = stage.questions.map((each) => (each.key === 'x' ? { ...each, form: 'span' as const } : each))
    expect(columnsOf({ ...protocol, stages: [{ ...stage, questions }] }, 'parts')).toMatchObject({
      x_start: 'Is it x?: where it starts in the text of the parent, in code points',
      x_end: 'Is it x?: where it ends in the text of the parent, in code points',
      x_start_2: 'Is it x_start?',
    })
  })

  test('are there for a question about tags of the item', () => {
    const columns = Object.entries(columnsOf(published({ questions: [flag('tags')] }), 'items'))
    expect(columns.filter(([, says]) => says === 'Is it tags?')).toHaveLength(1)
  })
})

describe('tables of units', () => {
  test.each([
    ['rating', 'ratings-2'],
    ['annotation', 'annotations-2'],
    ['distribution', 'distributions-2'],
    ['Rating', 'Ratings-2'],
    ['part', 'parts'],
  ])('that are called %s lie beside the tables of every protocol', (kind, key) => {
    const of = (protocol: Protocol) => keysOf(protocol).filter((each) => each !== key)
    const protocol = published({ kind })
    expect(keysOf(protocol)).toContain(key)
    expect(of(protocol)).toEqual(['gold', 'items', 'ratings', 'distributions', 'annotations'])
  })

  test('that are called vote lie beside the votes', () => {
    const counted = protocolById('veriscore-preference')
    const [stage] = counted.stages
    const unitKinds = [...stage.unitKinds, { kind: 'vote', text: 'Vote' }]
    const keys = keysOf({ ...counted, stages: [{ ...stage, unitKinds }] })
    expect(keys).toEqual([...keysOf(counted).toSpliced(keysOf(counted).indexOf('ratings'), 0, 'votes-2')])
  })
})

test('units that a record names have their names, and no others have such a column', () => {
  const checked = checkFile(readFileSync(`${EXAMPLES}/preferred-response.yaml`, 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  expect(columnsOf(compileProtocol(checked.definition), 'responses')).toHaveProperty('name')
  expect(columnsOf(published({}), 'parts')).not.toHaveProperty('name')
})

test('a name that differs already is never changed', () => {
  expect(distinctNames(['a', 'A', 'a_2', 'b', 'a'], '_')).toEqual(['a', 'A_3', 'a_2', 'b', 'a_4'])
  for (const protocol of protocols)
    for (const names of [
      keysOf(protocol),
      ...tablesOf(protocol).map(({ columns }) => columns.map(({ name }) => name)),
    ]) {
      const isNumbered = (name: string) => names.includes(name.replace(/[_-]\d+$/, '')) && /[_-]\d+$/.test(name)
      expect(names.filter(isNumbered)).toEqual([])
    }
})

test.each(readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml')))(
  'no two tables of %s have one key',
  (name) => {
    const checked = checkFile(readFileSync(`${EXAMPLES}/${name}`, 'utf8'))
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const keys = keysOf(compileProtocol(checked.definition)).map((key) => key.toLowerCase())
    expect(keys).toEqual([...new Set(keys)])
  },
)

test.each(protocols.map((protocol) => [protocol.id, protocol] as const))(
  'no two tables of %s have one key',
  (_, protocol) => {
    const keys = keysOf(protocol).map((key) => key.toLowerCase())
    expect(keys).toEqual([...new Set(keys)])
  },
)

test('the label is an answer as it was given, also where a measure of classes stands first', () => {
  const checked = (measures: string) => {
    const found = checkFile(`assay: protocol/1
id: classed
version: 1
title: Classed
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: judge
    questions:
      - {id: verdict, ask: Is it so?, form: choice, options: [{value: full, says: A.}, {value: part, says: B.}, {value: none, says: C.}]}
    measures: [${measures}]
guidelines: Read first.
`)
    if (!found.ok) throw new Error(JSON.stringify(found.problems))
    return labelOf(compileProtocol(found.definition))?.measure.categories.map(({ value }) => value)
  }
  const classes = 'classes: [{value: said, of: [full, part]}, {value: not, of: [none]}]'
  expect(checked(`{of: verdict, id: said, ${classes}}, {of: verdict}`)).toEqual(['full', 'part', 'none'])
  expect(checked(`{of: verdict, ${classes}}`)).toEqual(['said', 'not'])
})

test('the label of a set is a list, with a share of each of its values and not of each set', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const columns = columnsOf(compileProtocol(checked.definition), 'gold')
  expect(columns.label).toBe('Problems: whole sets (weighted by MASI): the values chosen, as a JSON list')
  const shares = Object.keys(columns).filter((name) => name.startsWith('share_'))
  expect(shares.toSorted()).toEqual(
    ['wrong', 'missing', 'evasive', 'unsafe', 'none'].map((value) => `share_${value}`).toSorted(),
  )
})
