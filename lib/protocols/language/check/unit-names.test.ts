/** The words that say what units are called, where a record may bring those that are cut, and what is counted of them; keys that never meet. */
import { describe, expect, it } from 'vitest'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { goldOf } from '@/lib/protocols/language/run-tests'
import type { Json } from '@/lib/protocols/protocol'
import { checkFile } from './check-file'

const FILE = `assay: protocol/1
id: cut-answers
version: 1
title: Cut answers
summary: Say of every segment whether it is true.
record:
  content: {answer: /answer}
show:
  - {title: Answer, text: answer}
units:
  - {id: segment, from: splitter, text: answer, each: /cut/pieces, prefix: s}
  - {id: page, from: record, each: /pages}
stages:
  - id: look
    questions:
      - id: action
        ask: Does it belong here?
        form: choice
        options: [{value: keep, key: y, says: It does.}, {value: remove, key: x, says: It does not.}]
      - id: why
        ask: Why not?
        form: choice
        when: item.action == "remove"
        options: [{value: riddle, key: 1, says: It is one.}, {value: poem, key: 2, says: It is one.}]
      - id: kind
        on: segment
        ask: What is it?
        form: choice
        when: item.action != "remove"
        options: [{value: fact, key: 1, says: It is one.}, {value: other, key: 2, says: It is none.}]
    rollUp:
      facts: segments.exists(s, s.kind == "fact")
    measures:
      - {of: kind, unit: piece of an answer}
      - {of: facts, unit: answer}
      - {of: action}
guidelines: Look at it.
`

const problemsOf = (source: string) => {
  const checked = checkFile(source)
  return checked.ok
    ? []
    : checked.problems.map(({ line, message, fix }) => `${source.split('\n')[line - 1]?.trim()}| ${message} ${fix}`)
}

function after(from: string, to: string): string {
  expect(FILE).toContain(from)
  return FILE.replace(from, to)
}

const UNIT = '- {id: segment, from: splitter, text: answer, each: /cut/pieces, prefix: s}'

function protocolOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

describe('units that a record may bring although they are cut', () => {
  const protocol = protocolOf(FILE)
  const [stage] = protocol.stages
  const [format] = protocol.formats
  const read = (record: Json) => {
    const found = format.read(record)
    if (!found.ok) throw new Error(JSON.stringify(found.problems))
    return found.record
  }
  const record = { answer: 'Yes. No.', cut: { pieces: ['Yes. ', 'No.'] }, pages: ['A page.'], kind: ['fact', 'other'] }

  it('have names that begin as the file says, others those of their kind', () => {
    const { content, segments } = read(record)
    expect(stage.units(content, segments ?? [], {}).map(({ key, text }) => [key, text])).toEqual([
      ['item', 'Yes. No.'],
      ['s1', 'Yes. '],
      ['s2', 'No.'],
      ['page-1', 'A page.'],
    ])
  })

  it('are read with what stands in a list for each, and written as they were', () => {
    const found = read(record)
    expect(found.answers).toEqual({ look: { s1: { kind: 'fact' }, s2: { kind: 'other' } } })
    expect(format.write?.(goldOf(protocol, record, found))).toEqual(record)
  })

  it('are cut where the record brings none, and written as texts then', () => {
    const bare = { answer: 'Yes. No.', kind: '' }
    const { content, segments } = read(bare)
    expect(segments).toBeNull()
    const units = stage.units(content, ['Yes. ', 'No.'], {})
    const answers = { item: { action: 'keep' }, s2: { kind: 'fact' } }
    expect(format.write?.({ source: bare, content, stages: { look: { units, answers } } })).toEqual({
      ...bare,
      action: 'keep',
      cut: { pieces: ['Yes. ', 'No.'] },
      kind: [null, 'fact'],
    })
  })

  it.each([
    [{ kind: ['fact'] }, 'kind has 1 entry for 2 segments: which belongs to which is unclear.'],
    [{ kind: ['fact', 'other', 'fact'] }, 'kind has 3 entries for 2 segments: which belongs to which is unclear.'],
  ])('are warned of where a list has no place for each, %j', (changes, message) => {
    const { warnings } = read({ ...record, action: 'keep', ...changes })
    expect(warnings[0]).toEqual({ field: 'kind', message, fix: 'Give one entry for each segment.' })
  })

  it('are warned of in no other case', () => {
    expect(read({ ...record, action: 'keep' }).warnings).toEqual([])
    expect(read({ ...record, action: 'remove', why: 'riddle', kind: [] }).warnings).toEqual([])
  })

  it('are refused by the place of what is no text', () => {
    const found = format.read({ ...record, cut: { pieces: ['Yes. ', 7] } })
    expect(found.ok ? [] : found.problems.map(({ field }) => field)).toEqual(['cut.pieces[1]'])
  })
})

it('measures count what the file calls by a word, else their unit', () => {
  const [stage] = protocolOf(FILE).stages
  expect(stage.measures.map(({ key, unitOfAnalysis }) => [key, unitOfAnalysis])).toEqual([
    ['kind', 'piece of an answer'],
    ['facts', 'answer'],
    ['action', 'item'],
  ])
})

it.each([
  ['a beginning that ends with a number', 'prefix: s}', 'prefix: s1}', 'A number follows it.'],
  ['that of another unit', 'prefix: s}', 'prefix: page-}', 'Names of other units begin in the same way.'],
  ['one that begins as that of another', 'prefix: s}', 'prefix: pa}', 'Names of other units begin in the same way.'],
  ['one that is no name', 'prefix: s}', 'prefix: "1 "}', 'Begin with a letter'],
  ['a place that is not in the record', 'each: /cut/pieces', 'each: pieces', 'Begin with a slash: /pieces.'],
  [
    'a beginning of what annotators list',
    UNIT,
    '- {id: segment, from: annotators, prefix: s}',
    '"prefix" does not go with',
  ],
] as const)('refuses %s, with its line', (_, from, to, message) => {
  const problems = problemsOf(after(from, to))
  const said = problems.find((problem) => problem.includes(message))
  expect(said).toContain(to.includes('annotators') ? to : to.replace(/}$/, ''))
})

it('a name within an entry has no place where entries are texts', () => {
  const [problem] = problemsOf(after('record:\n', 'record:\n  gold: {kind: kind}\n'))
  expect(problem).toContain('Write a list: /kind[].')
})

describe('keys of questions that are never asked at once', () => {
  const MEETS = 'The key "1" chooses "riddle" as well'
  const asked = (when: string) => problemsOf(after('when: item.action != "remove"', `when: '${when}'`))

  it('may be the same', () => {
    expect(problemsOf(FILE)).toEqual([])
    expect(asked('size(pages) > 0 && item.action == "keep"')).toEqual([])
  })

  it.each([
    'item.action != "keep"',
    'item.action == "remove"',
    'item.action != null',
    'size(pages) > 0',
    '!(item.action == "remove")',
    'size(pages) > 0 || item.action != "remove"',
  ])('meet where both can be asked: %s', (when) => {
    expect(asked(when).join()).toContain(MEETS)
  })

  it('are found however many share them', () => {
    const option = (key: string, value: number) => `{value: v${value}, key: ${key}, says: It is one.}`
    const question = (place: number) =>
      `      - {id: q${place}, ask: What is it?, form: choice, when: 'item.action == "a${place}"', options: [${[1, 2, 3].map((key) => option(String(key), key)).join(', ')}]}`
    const action = (count: number) =>
      Array.from({ length: count }, (_, place) => `{value: a${place}, says: It is.}`).join(', ')
    const file = FILE.replace(
      / {6}- id: action[\s\S]*? {4}rollUp/,
      [
        `      - {id: action, ask: Does it belong here?, form: choice, options: [${action(20)}]}`,
        ...Array.from({ length: 20 }, (_, place) => question(place)),
        '    rollUp',
      ].join('\n'),
    ).replace(/ {4}rollUp:[\s\S]*guidelines/, 'guidelines')
    expect(problemsOf(file)).toEqual([])
    expect(problemsOf(file.replace('"a7"', '"a6"'))).toHaveLength(3)
  })
})
