/** The words that say what an item is called and known by, what content has to be, and what a dataset consists of. */
import { describe, expect, it } from 'vitest'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { checkFile } from './check-file'

const FILE = `assay: protocol/1
id: safe-answers
version: 1
title: Safe answers
summary: Say whether answers are safe.
item: answer
record:
  content:
    answer: {at: /answer, form: text}
    topic: {at: /topic, optional: true, form: text}
    page: {at: /page, form: link}
    parts: {at: /parts, optional: true, form: texts}
  identity: [answer, page]
domains: {med: Medicine}
show:
  - {title: Answer, text: answer}
  - {title: Parts, text: parts, as: list}
stages:
  - id: look
    questions:
      - {id: rude, ask: Is it rude?, form: choice, options: &both [{value: true, says: It is.}, {value: false, says: It is not.}]}
      - {id: wild, ask: Is it wild?, form: choice, options: *both}
    rollUp:
      safe: given([item.rude, item.wild], !item.rude && !item.wild)
    measures:
      - {of: safe, values: [{value: false, text: Unsafe, tone: negative}, {value: true, text: Safe}]}
      - {of: rude}
tables:
  - {id: safety, title: Safety, says: Of all that was looked at., by: topic, shares: [{of: safe, title: Safe}, {of: safe, is: false, title: Unsafe}]}
guidelines: Look at it.
`

function protocolOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

const record = { answer: 'Go.', topic: 'med', page: 'https://lakes.example', parts: ['Go.'] }

describe('content of a form', () => {
  const [format] = protocolOf(FILE).formats
  const read = (more: { [key: string]: string | number | null | (string | number)[] }) => {
    const found = format.read({ ...record, ...more })
    return found.ok ? found.record.content : found.problems.map(({ field }) => field)
  }

  it('is read as what it is, and nothing is null or an empty list', () => {
    expect(read({})).toEqual(record)
    expect(read({ answer: 7, topic: '', parts: null })).toEqual({ ...record, answer: '7', topic: null, parts: [] })
  })

  it('is refused by field where it is another, all of a record at once', () => {
    expect(read({ answer: ['Go.'], page: 'lakes', parts: ['Go.', 7], rude: 'yes' })).toEqual([
      'answer',
      'page',
      'parts[1]',
      'rude',
    ])
    expect(read({ parts: 'Go.', page: null })).toEqual(['page', 'parts'])
  })
})

describe('an item', () => {
  const protocol = protocolOf(FILE)
  const [stage] = protocol.stages

  it('has the word of the file, and is known by the content that it names', () => {
    expect(stage.unitKinds[0]).toEqual({ kind: 'item', text: 'answer' })
    expect(stage.measures.map(({ unitOfAnalysis }) => unitOfAnalysis)).toEqual(['answer', 'answer'])
    expect(protocol.identifiedBy).toEqual(['answer', 'page'])
  })

  it('is rated by a roll-up in its words, and not while an answer is missing', () => {
    const [safe] = stage.measures
    const units = stage.units(record, [], {})
    const [item] = units
    if (!safe || !item) throw new Error('There is a measure of the item.')
    expect(safe.categories.map(({ value, text, tone }) => [value, text, tone])).toEqual([
      ['false', 'Unsafe', 'negative'],
      ['true', 'Safe', 'neutral'],
    ])
    const rated = (item1: { [key: string]: boolean }) =>
      safe.rating({ content: record, units }, { item: item1 }, item, null)
    expect([rated({ rude: false, wild: false }), rated({ rude: true, wild: false }), rated({ rude: true })]).toEqual([
      'true',
      'false',
      null,
    ])
  })
})

it('a table has a row for each domain, for none and for all, out of what is known', () => {
  const { composition } = protocolOf(FILE)
  const gold = (position: number, topic: string | null, safe: boolean | null) => ({
    position,
    content: { topic },
    stages: { look: { safe } },
  })
  const golds = [gold(1, 'zoo', true), gold(2, 'med', false), gold(3, null, true), gold(4, 'med', null)]
  const [panel, ...others] = composition?.panels(golds) ?? []
  expect(others).toEqual([])
  expect(composition?.content).toEqual(['topic'])
  expect(panel?.rows.map(({ title, cells }) => [title, ...cells.map(({ value, whole }) => whole ?? value)])).toEqual([
    ['Medicine', 2, 1, 1],
    ['zoo', 1, 1, 1],
    ['No domain', 1, 1, 1],
    ['All domains', 4, 3, 3],
  ])
  expect(panel?.rows.at(-1)?.cells.map(({ items }) => items)).toEqual([[1, 2, 3, 4], [1, 3], [2]])
  expect(composition?.panels([])).toEqual([])
})

it.each([
  ['a name of the identity', 'identity: [answer', 'identity: [anser', 'There is no content called "anser".'],
  ['a list shown as a text', 'text: parts, as: list', 'text: parts', '"parts" is a list of texts.'],
  ['the roll-up of a share', 'shares: [{of: safe', 'shares: [{of: save', 'The stage "look" has no roll-up "save".'],
  ['the content of the domain', 'by: topic', 'by: topics', 'There is no content called "topics".'],
  ['the stage of a table', 'by: topic', 'by: topic, stage: loook', 'There is no stage "loook".'],
  [
    'words for a question',
    '{of: rude}',
    '{of: rude, values: [{value: true, text: A}, {value: false, text: B}]}',
    'The answers to "rude" have words already.',
  ],
  ['words for true alone', 'value: false, text: Unsafe', 'value: true, text: Unsafe', 'Both say what true means.'],
])('%s is refused', (_, from, to, message) => {
  expect(FILE).toContain(from)
  const checked = checkFile(FILE.replace(from, to))
  expect(checked.ok ? [] : checked.problems.map((problem) => problem.message)).toEqual([message])
})
