/** The form span from a file to records, settling and figures. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { Submission } from '@/lib/gold/held-out/submission'
import type { Answers, Json } from '@/lib/protocols/answers'
import { findings } from '@/lib/protocols/completeness'
import { consolidate, differences } from '@/lib/protocols/consolidation'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { markedIn, spansAnswer } from '@/lib/protocols/marked-spans'
import type { RecordProblem } from '@/lib/protocols/records'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const source = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
const records: Json[] = readFileSync('docs/examples/protocols/unsupported-spans.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** A file with one question of spans. */
const fileWith = (question: string, more: { record?: string; show?: string; stage?: string; rollUp?: string } = {}) => `
assay: protocol/1
id: marks
version: 1
title: Marks
summary: Marks.
record:
  content: {answer: /answer, source: {at: /source, optional: true}}
${more.record ?? ''}
show:
  - {title: Answer, text: answer}
${more.show ?? ''}
stages:
  - id: mark
${more.stage ?? ''}
    questions:
      - {id: kind, ask: Kind?, form: choice, options: [{value: x, key: x, says: X.}, {value: y, key: y, says: Y.}]}
      - id: marks
        ask: Mark it.
        form: span
${question}
${more.rollUp ?? ''}
guidelines: Mark.
`

function definitionOf(text: string) {
  const checked = checkFile(text)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  return checked.definition
}
const protocolOf = (text: string) => compileProtocol(definitionOf(text))

function problemsOf(text: string) {
  const checked = checkFile(text)
  return checked.ok ? [] : checked.problems
}

const IN = '        in: answer'

describe('a file with spans', () => {
  it.each<[string, string, Parameters<typeof fileWith>[1], string]>([
    ['"in" is missing: which text is marked?', '        required: true', {}, '- id: marks'],
    ['There is no content called "answr".', '        in: answr', {}, 'in: answr'],
    ['"source" is not shown as a text.', '        in: source', {}, 'in: source'],
    [
      '"source" is not shown as a text.',
      '        in: source',
      { show: '  - {title: Source, text: source, as: table}' },
      'in: source',
    ],
    ['5000 is no number of spans that can be marked.', `${IN}\n        max: 5000`, {}, 'max: 5000'],
    ['max is less than min.', `${IN}\n        min: 3\n        max: 2`, {}, 'max: 2'],
    ['"wording" does not go with the form span.', `${IN}\n        settle: wording`, {}, 'settle: wording'],
    [
      '"majority" goes with the policies majority and votes.',
      `${IN}\n        settle: majority`,
      {},
      'settle: majority',
    ],
    ['"pattern" does not go with the form span.', `${IN}\n        pattern: a`, {}, 'pattern: a'],
    [
      'Another question of the stage, "marks", has spans marked in "answer".',
      `${IN}\n      - {id: more, ask: More?, form: span, in: answer}`,
      {},
      'in: answer}',
    ],
    ['A row of a CSV file has no place for the spans of "marks".', IN, { record: '  csv: true' }, 'csv: true'],
    [
      'The spans of "marks" have no labels.',
      IN,
      { record: '  gold: {marks: {at: /marks, label: type}}' },
      'label: type',
    ],
    [
      'An entry is either an object with names, or a list with places.',
      IN,
      { record: '  gold: {marks: {at: /marks, place: [0, 1], quote: text}}' },
      'at: /marks',
    ],
    [
      'Two parts of an entry stand in one place.',
      IN,
      { record: '  gold: {marks: {at: /marks, place: [start, start]}}' },
      'at: /marks',
    ],
  ])('is refused, with its place: %s', (message, question, more, at) => {
    const text = fileWith(question, more)
    const found = problemsOf(text).find((problem) => problem.message === message)
    expect(problemsOf(text).map((problem) => problem.message)).toContain(message)
    const line = text.split('\n').findIndex((each) => each.includes(at)) + 1
    expect(found?.line).toBe(line)
    expect(found?.column).toBeGreaterThan(0)
    expect(found?.fix).not.toBe('')
  })

  it('does not ask for spans of units, or in a text that is cut', () => {
    const cut = `${fileWith(IN)}units:\n  - {id: sentence, from: splitter, text: answer}\n`
    expect(problemsOf(cut).map(({ message }) => message)).toContain(
      '"answer" is cut into units, and spans cannot be marked in such a text yet.',
    )
    const ofUnits = `${fileWith(`${IN}\n        on: sentence`)}units:\n  - {id: sentence, from: splitter, text: source}\n`
    expect(problemsOf(ofUnits)[0]?.message).toBe(
      'Spans are marked for the item, or for units that annotators list, and annotators do not list "sentence".',
    )
  })

  it('does not ask for spans in a text that is shown twice', () => {
    const twice = fileWith(IN, { show: '  - {title: Again, text: answer}' })
    expect(problemsOf(twice).map(({ message }) => message)).toEqual([
      '"answer" is shown more than once, and can be marked in one place only.',
    ])
  })

  it('says that words for spans go with no other form', () => {
    const text = fileWith(IN, { record: '  gold: {kind: {at: /kind, quote: text}}' })
    expect(problemsOf(text).map(({ message }) => message)).toContain(
      '"quote" goes with the form span, and with lists of what is marked.',
    )
    const plain = fileWith(IN, { record: '  offsets: {unit: bytes}' }).replace(/ {6}- id: marks[\s\S]*?answer\n/, '')
    expect(problemsOf(plain).map(({ message }) => message)).toEqual(['"offsets" goes with questions of the form span.'])
  })

  it('gives conditions and roll-ups the spans with their words, and refuses agreement on words', () => {
    const rollUp = `    rollUp:
      first: 'item.marks.exists(s, s.start == 0 && s.text == "One")'
      any: size(item.marks) > 0`
    const protocol = protocolOf(fileWith(IN, { rollUp }))
    const subject = { content: { answer: 'One two.' }, units: protocol.stages[0].units({ answer: 'One two.' }, [], {}) }
    const roll = (marks: Json) => protocol.stages[0].rollUp(subject, { item: { marks } })
    expect(roll({ spans: [{ start: 0, end: 3 }] })).toMatchObject({ first: true, any: true })
    expect(roll({ spans: [] })).toMatchObject({ first: false, any: false })
    expect(roll(null)).toMatchObject({ first: false, any: false })
    const measured = `${rollUp}\n    measures: [{of: first}, {of: any}]`
    const found = problemsOf(fileWith(IN, { rollUp: measured }))
    expect(found.map(({ message }) => message)).toEqual([
      'Agreement is computed from choices, sets, spans, scales and flags, and "first" looks at a text.',
    ])
  })
})

function readWith(
  question: string,
  record: string,
  json: Json,
): { answers: Answers | undefined; problems: RecordProblem[] } {
  const read = protocolOf(fileWith(question, { record })).formats[0].read(json)
  return read.ok
    ? { answers: read.record.answers?.mark, problems: [] }
    : { answers: undefined, problems: read.problems }
}

/** Writes gold with these spans into a record. */
function writtenWith(question: string, record: string, json: Json, spans: Json): Json {
  const protocol = protocolOf(fileWith(question, { record }))
  const read = protocol.formats[0].read(json)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  const units = protocol.stages[0].units(content, [], {})
  return (
    protocol.formats[0].write?.({
      source: json,
      content,
      stages: { mark: { units, answers: { item: { kind: 'x', marks: spans } } } },
    }) ?? null
  )
}

describe('spans in records', () => {
  const answer = 'né 𝄞 日本'
  const places: [string, string, Json][] = [
    [
      'code points',
      '',
      [
        { start: 3, end: 4, text: '𝄞' },
        { start: 5, end: 7, text: '日本' },
      ],
    ],
    [
      'code points',
      'end: inclusive',
      [
        { start: 3, end: 3, text: '𝄞' },
        { start: 5, end: 6, text: '日本' },
      ],
    ],
    [
      'utf-16',
      '',
      [
        { start: 3, end: 5, text: '𝄞' },
        { start: 6, end: 8, text: '日本' },
      ],
    ],
    [
      'bytes',
      '',
      [
        { start: 4, end: 8, text: '𝄞' },
        { start: 9, end: 15, text: '日本' },
      ],
    ],
    [
      'bytes',
      'end: inclusive',
      [
        { start: 4, end: 7, text: '𝄞' },
        { start: 9, end: 14, text: '日本' },
      ],
    ],
  ]

  it.each(places)('count %s %s, and are written as they were read', (unit, end, marks) => {
    const offsets = `  offsets: {unit: ${unit}${end === '' ? '' : `, ${end}`}}`
    const spans = [
      { start: 3, end: 4 },
      { start: 5, end: 7 },
    ]
    expect(readWith(IN, offsets, { answer, kind: 'x', marks }).answers).toEqual({
      item: { kind: 'x', marks: { spans } },
    })
    expect(writtenWith(IN, offsets, { answer, kind: 'x' }, { spans })).toEqual({ answer, kind: 'x', marks })
  })

  it.each<[string, string, Json]>([
    ['marks[0].text: The offsets give “né”', '', [{ start: 0, end: 2, text: 'ne' }]],
    ['marks[0].end: 9 lies outside of the text, which has 7 code points.', '', [{ start: 0, end: 9 }]],
    ['marks[0].start: -1 lies outside', '', [{ start: -1, end: 2 }]],
    ['marks[0].end: 4 lies within a character.', '  offsets: {unit: utf-16}', [{ start: 3, end: 4 }]],
    [
      'marks[1].start: "0" is no offset.',
      '',
      [
        { start: 0, end: 1 },
        { start: '0', end: 1 },
      ],
    ],
    ['marks[0].end: The span ends before it begins, or has no characters.', '', [{ start: 2, end: 2, text: '' }]],
    ['marks: "x" is no list of spans.', '', 'x'],
    ['marks: 1,001 spans; at most 1,000 can be marked', '', Array.from({ length: 1_001 }, () => ({ start: 'none' }))],
    [
      'marks: Spans may not overlap here, and that from 1 to 3 does.',
      '',
      [
        { start: 0, end: 2 },
        { start: 1, end: 3 },
      ],
    ],
  ])('are refused: %s', (problem, record, marks) => {
    const [found] = readWith(IN, record, { answer, kind: 'x', marks }).problems
    expect(`${found?.field}: ${found?.message}`).toContain(problem)
    expect(found?.fix).not.toBe('')
  })

  it('can be lists of two offsets, with a label behind them', () => {
    const record = '  gold: {marks: {at: /hard_labels, place: [0, 1], label: 2, values: {a: 1, b: 2}}}'
    const question = `${IN}\n        options: [{value: a, says: A.}, {value: b, says: B.}]`
    const json = { answer: 'One two.', kind: 'x', hard_labels: [[0, 3, 2]] }
    expect(readWith(question, record, json).answers?.item).toMatchObject({
      marks: { spans: [{ start: 0, end: 3, label: 'b' }] },
    })
    const spans = [
      { start: 0, end: 3, label: 'b' },
      { start: 4, end: 7, label: 'a' },
    ]
    expect(writtenWith(question, record, json, { spans })).toEqual({
      ...json,
      hard_labels: [
        [0, 3, 2],
        [4, 7, 1],
      ],
    })
  })

  it('tell an empty list, nothing is marked, from a field that is missing or null', () => {
    expect(readWith(IN, '', { answer, kind: 'x', marks: [] }).answers?.item).toEqual({
      kind: 'x',
      marks: { spans: [] },
    })
    expect(readWith(IN, '', { answer, kind: 'x', marks: null }).answers?.item).toEqual({ kind: 'x' })
    expect(readWith(IN, '', { answer, kind: 'x' }).answers?.item).toEqual({ kind: 'x' })
    expect(writtenWith(IN, '', { answer, kind: 'x' }, { spans: [] })).toEqual({ answer, kind: 'x', marks: [] })
  })

  it('keep what a record says besides of spans that stay, and have the named fields where they are new', () => {
    const protocol = protocolOf(source)
    const [record] = records
    const read = record ? protocol.formats[0].read(record) : null
    if (!record || !read?.ok) throw new Error('The first record cannot be read.')
    const gold = goldOf(protocol, record, read.record)
    const spans = markedIn(gold.stages.mark?.answers ?? {}, 'item', 'unsupported') ?? []
    const unsupported = spansAnswer(protocol.stages[0].questions[1] ?? {}, [
      ...spans,
      { start: 0, end: 3, label: 'Subtle Conflict' },
    ])
    const mark = gold.stages.mark ?? { units: [], answers: {} }
    const answers = { item: { quality: 'good', unsupported } }
    const written = protocol.formats[0].write?.({ ...gold, stages: { mark: { ...mark, answers } } })
    const { labels } = record as { labels: Json[] }
    const { response } = record as { response: string }
    expect(written).toEqual({
      ...(record as object),
      labels: [{ start: 0, end: 3, text: response.slice(0, 3), label_type: 'Subtle Conflict' }, ...labels],
    })
  })
})

describe('a question of spans', () => {
  const protocol = protocolOf(source)
  const [stage] = protocol.stages
  const content = { source: 'S.', response: 'One two three.' }
  const subject = { content, units: stage.units(content, [], {}) }
  const said = (...spans: [number, number, string][]): Answers => ({
    item: {
      quality: 'good',
      unsupported: { spans: spans.map(([start, end, label]) => ({ start, end, label })) },
    },
  })

  it('has to be answered, if only by saying that nothing is marked', () => {
    expect(findings(stage, subject, { item: { quality: 'good' } }).map(({ question }) => question)).toEqual([
      'unsupported',
    ])
    expect(findings(stage, subject, said())).toEqual([])
  })

  it('takes no span that ends behind the text', () => {
    const [found] = findings(stage, subject, said([0, 15, 'Subtle Conflict']))
    expect(found?.message).toContain('ends behind the text, which has 14 characters')
  })

  it('is a disagreement where spans or labels differ, which a majority by character can settle', () => {
    const lanes = [
      { id: 'A', answers: said([0, 3, 'Evident Conflict'], [4, 7, 'Subtle Conflict']) },
      { id: 'B', answers: said([0, 7, 'Evident Conflict']) },
      { id: 'C', answers: said([4, 13, 'Evident Conflict']) },
    ]
    expect(differences(stage, subject, lanes).map(({ question, kind }) => [question, kind])).toEqual([
      ['unsupported', 'decide'],
    ])
    const majority = protocolOf(
      source
        .replace('policy: reviewer', 'policy: majority')
        .replace('overlapping: true', 'overlapping: true\n        settle: majority'),
    )
    const { answers, open } = consolidate(majority.stages[0], subject, lanes, {})
    expect(open).toEqual([])
    expect(answers.item?.unsupported).toEqual({
      spans: [
        { start: 0, end: 3, label: 'Evident Conflict' },
        { start: 4, end: 7, label: 'Evident Conflict' },
      ],
    })
    const union = protocolOf(source.replace('overlapping: true', 'overlapping: true\n        settle: union'))
    expect(consolidate(union.stages[0], subject, lanes, {}).answers.item?.unsupported).toEqual({
      spans: [
        { start: 0, end: 13, label: 'Evident Conflict' },
        { start: 4, end: 7, label: 'Subtle Conflict' },
      ],
    })
  })

  it('is rated as anything marked, and by label', () => {
    const keys = stage.measures.map(({ key }) => key)
    expect(keys).toEqual([
      ...['hallucinated', 'quality', 'unsupported', 'unsupported.evident-conflict'],
      ...['unsupported.subtle-conflict', 'unsupported.evident-baseless-info', 'unsupported.subtle-baseless-info'],
    ])
    const [item] = subject.units
    const ratings = (answers: Answers) =>
      item && stage.measures.map(({ rating }) => rating(subject, answers, item, null))
    expect(ratings(said([0, 3, 'Subtle Conflict']))).toEqual([
      'true',
      'good',
      'true',
      'false',
      'true',
      'false',
      'false',
    ])
    expect(ratings(said())).toEqual(['false', 'good', 'false', 'false', 'false', 'false', 'false'])
    expect(ratings({ item: { quality: 'good' } })?.slice(1)).toEqual(['good', null, null, null, null, null])
  })

  it('refuses spans behind the text in a submission for a held-out split, which costs no attempt then', () => {
    const task = compileEvaluations(definitionOf(source)).find(({ key }) => key === 'unsupported')
    if (!task) throw new Error('There is no task for spans.')
    const gold = { source: {}, content, stages: { mark: { units: subject.units, answers: said() } } }
    const submitted = (end: number) => {
      const submission = new Submission(task, [{ position: 1, externalId: 'r1', gold }], 'mine')
      submission.take({ ok: true, line: 1, value: { item: 'r1', unsupported: [{ start: 4, end }] } })
      return submission.finish()
    }
    expect(submitted(7)).toEqual([])
    expect(submitted(5_000)[0]).toMatchObject({
      line: 1,
      message: expect.stringMatching(/^unsupported: The span from 4 to 5000 ends behind the text/),
    })
  })

  it('scores systems by characters and spans', async () => {
    const task = compileEvaluations(definitionOf(source)).find(({ key }) => key === 'unsupported')
    if (!task) throw new Error('There is no task for spans.')
    const evaluation = startEvaluation(task, {})
    const golds = [said([0, 7, 'Evident Conflict']), said()]
    golds.forEach((answers, index) => {
      const gold = { source: {}, content, stages: { mark: { units: subject.units, answers } } }
      evaluation.addItem({ position: index + 1, externalId: `r${index + 1}`, gold })
    })
    const lines = [
      { item: 'r1', unsupported: [{ start: 4, end: 13, label: 'Evident Conflict' }] },
      { item: 'r2', unsupported: [] },
    ]
    expect(lines.flatMap((line, index) => evaluation.addLine(line, index + 1, 'system'))).toEqual([])
    const bad = { item: 'r1', unsupported: [{ start: 4, end: 2 }] }
    expect(JSON.stringify(evaluation.addLine(bad, 3, 'other'))).toContain('unsupported cannot be read')
    const beyond = { item: 'r1', unsupported: [{ start: 4, end: 1e300 }] }
    expect(JSON.stringify(evaluation.addLine(beyond, 3, 'other'))).toContain('unsupported cannot be read')
    const many = { item: 'r1', unsupported: Array.from({ length: 1_001 }, () => ({ start: 4, end: 7 })) }
    expect(evaluation.addLine(many, 3, 'other')).toEqual([expect.stringContaining('1,001 spans; at most 1,000')])
    evaluation.addLine({ item: 'r1', unsupported: [{ start: 4, end: 5_000 }] }, 4, 'other')
    const report = await evaluation.report({ resamples: 0, seed: 1 })
    expect(report.missed.listed.find(({ line }) => line === 4)).toMatchObject({
      system: 'other',
      item: 'r1',
      reason: expect.stringMatching(/^unsupported: The span from 4 to 5000 ends behind the text/),
    })
    const figures = report.scorings[0]?.standings.find(({ system }) => system === 'system')?.figures
    expect(figures?.characterF1?.value).toBeCloseTo(6 / 16)
    expect(figures?.characterPrecision?.value).toBeCloseTo(3 / 9)
    expect(figures?.characterRecall?.value).toBeCloseTo(3 / 7)
    expect(figures?.iou?.value).toBeCloseTo((3 / 13 + 1) / 2)
    expect(figures?.same?.value).toBe(0.5)
    expect(figures?.['characterF1:Evident Conflict']?.value).toBeCloseTo(6 / 16)
  })
})
