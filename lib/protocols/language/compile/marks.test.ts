/** A list of marked stretches from record to gold and back: read by slicing, asked about, laid side by side, settled, compared, scored. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { alignLanes } from '@/lib/protocols/align-lanes'
import type { Answers, Json, Subject } from '@/lib/protocols/answers'
import { findings } from '@/lib/protocols/completeness'
import { consolidate } from '@/lib/protocols/consolidation'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { definitionDifference } from '@/lib/protocols/language/difference'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { entriesOf, MOST_ENTRIES, withMadeUnits } from '@/lib/protocols/made-units'
import type { Protocol } from '@/lib/protocols/protocol'
import type { RecordProblem } from '@/lib/protocols/records'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const EXAMPLE = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8')

function definitionOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

const explained = compileProtocol(definitionOf(EXAMPLE))
const [stage] = explained.stages

const RESPONSE = 'The 🚗 opened in 1921.'
const SOURCE = 'It opened in 1912.'
const content = { source: SOURCE, response: RESPONSE }
const subject: Subject = { content, units: [{ key: 'item', kind: 'item', text: SOURCE }] }

const entry = (key: string, ...from: string[]): Json => ({ key, made: 'added', from })
const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })

function answersIn(protocol: Protocol, record: Json): Answers {
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.record.answers?.mark ?? {}
}

function problemsIn(protocol: Protocol, record: Json): readonly RecordProblem[] {
  const read = protocol.formats[0].read(record)
  return read.ok ? [] : read.problems
}

/** The record as it is written with these answers as its gold. */
function written(protocol: Protocol, record: Json, answers: Answers): Json {
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const gold = goldOf(protocol, record, read.record)
  const { mark } = gold.stages
  const stages = { mark: { units: mark?.units ?? subject.units, answers } }
  return protocol.formats[0].write?.({ ...gold, stages }) ?? null
}

const RECORD = {
  source: SOURCE,
  response: RESPONSE,
  quality: 'good',
  labels: [
    {
      start: 13,
      end: 20,
      text: 'in 1921',
      meta: 'The year.',
      label_type: 'Evident Conflict',
      implicit_true: false,
      due_to_null: null,
      confidence: 0.75,
      against: [{ start: 13, end: 17, text: '1912', by: 'a' }],
    },
  ],
}

describe('in records', () => {
  it('are entries with their place, the words there, and an answer to each question', () => {
    expect(answersIn(explained, RECORD)).toEqual({
      item: { quality: 'good', unsupported: [entry('mark-1')] },
      'mark-1': {
        place: at(13, 20),
        kind: 'Evident Conflict',
        against: at(13, 17),
        implicit: false,
        why: 'The year.',
      },
    })
    const { units } = withMadeUnits(stage, subject, answersIn(explained, RECORD))
    expect(units.map(({ key, text }) => [key, text])).toEqual([
      ['item', SOURCE],
      ['mark-1', 'in 1921'],
    ])
  })

  it.each([
    ['words that are others', { text: 'in 1912' }, 'labels[0].text'],
    ['an offset behind the text', { end: 90 }, 'labels[0].end'],
    ['no characters', { end: 13 }, 'labels[0].end'],
    ['no offset', { start: null }, 'labels[0].start'],
    [
      'words of the source that are others',
      { against: [{ start: 0, end: 2, text: 'Is' }] },
      'labels[0].against[0].text',
    ],
  ])('are refused with %s, at their field', (_, change, field) => {
    const record = { ...RECORD, labels: [{ ...RECORD.labels[0], ...change }] }
    expect(problemsIn(explained, record).map((problem) => problem.field)).toEqual([field])
  })

  it.each(['code points', 'utf-16', 'bytes'])('count %s, ends inclusive or not', (unit) => {
    const sizes = { 'code points': 1, 'utf-16': 2, bytes: 4 }
    const more = (sizes[unit as keyof typeof sizes] ?? 1) - 1
    for (const end of ['exclusive', 'inclusive']) {
      const protocol = compileProtocol(
        definitionOf(
          EXAMPLE.replace('unit: code points, end: exclusive', `unit: ${unit}, end: ${end}`)
            // The records of the tests count code points.
            .replace(/tests:[\s\S]*/, '')
            .replace(/practice:[\s\S]*/, ''),
        ),
      )
      const less = end === 'inclusive' ? 1 : 0
      const record = {
        source: SOURCE,
        response: RESPONSE,
        quality: 'good',
        labels: [{ start: 13 + more, end: 20 + more - less, text: 'in 1921', label_type: 'Subtle Conflict' }],
      }
      const answers = answersIn(protocol, record)
      expect(answers['mark-1']?.place).toEqual(at(13, 20))
      expect(written(protocol, record, answers)).toEqual(record)
      // One that is new is written in the same way, in the order of the text.
      const fresh = {
        ...answers,
        item: { quality: 'good', unsupported: [entry('m2'), entry('mark-1')] },
        m2: { place: at(4, 5), kind: 'Evident Baseless Info' },
      }
      expect(written(protocol, record, fresh)).toEqual({
        ...record,
        labels: [{ start: 4, end: 5 + more - less, text: '🚗', label_type: 'Evident Baseless Info' }, record.labels[0]],
      })
    }
  })

  it('keep all fields of a mark that is moved, and of one that somebody marked anew in the same place', () => {
    const answers = answersIn(explained, RECORD)
    const moved = { ...answers, 'mark-1': { ...answers['mark-1'], place: at(16, 20) } }
    expect(written(explained, RECORD, moved)).toEqual({
      ...RECORD,
      labels: [{ ...RECORD.labels[0], start: 16, end: 20, text: '1921' }],
    })
    const { 'mark-1': about = {}, ...others } = answers
    const again = { ...others, item: { quality: 'good', unsupported: [entry('u1')] }, u1: about }
    expect(written(explained, RECORD, again)).toEqual(RECORD)
    const elsewhere = { ...again, u1: { ...about, place: at(4, 5) } }
    expect(written(explained, RECORD, elsewhere)).toEqual({
      ...RECORD,
      labels: [
        {
          start: 4,
          end: 5,
          text: '🚗',
          label_type: 'Evident Conflict',
          against: [{ start: 13, end: 17, text: '1912' }],
          // No was said; whether a field is empty was not.
          implicit_true: false,
          meta: 'The year.',
        },
      ],
    })
    expect(written(explained, RECORD, { item: { quality: 'good' } })).toEqual({ ...RECORD, labels: [] })
  })
})

describe('what two people marked', () => {
  const lanes = (threshold?: number) => {
    const source =
      threshold === undefined ? EXAMPLE : EXAMPLE.replace('by: overlap, at: 0.5', `by: overlap, at: ${threshold}`)
    const [own] = compileProtocol(definitionOf(source)).stages
    const given: { id: string; answers: Answers }[] = [
      {
        id: 'A',
        answers: {
          item: { quality: 'good', unsupported: [entry('a1'), entry('a2')] },
          a1: { place: at(4, 5), kind: 'Evident Baseless Info' },
          a2: { place: at(13, 20), kind: 'Evident Conflict', against: at(13, 17) },
        },
      },
      {
        id: 'B',
        answers: {
          item: { quality: 'good', unsupported: [entry('b1')] },
          b1: { place: at(16, 20), kind: 'Subtle Conflict', against: at(10, 17) },
        },
      },
    ]
    return { own, aligned: alignLanes(own, subject, given, {}) }
  }

  it('is laid side by side where the stretches overlap enough', () => {
    // Four characters of seven.
    const { aligned } = lanes()
    expect(aligned.map(({ answers }) => entriesOf(answers.item?.unsupported).map(({ key }) => key))).toEqual([
      ['a1', 'a2'],
      ['a2'],
    ])
    expect(aligned[1]?.answers.a2).toMatchObject({ place: at(16, 20), kind: 'Subtle Conflict' })
    expect(lanes(0.6).aligned.map(({ answers }) => entriesOf(answers.item?.unsupported).length)).toEqual([2, 1])
    expect(lanes(0.6).aligned[1]?.answers.a2).toBeUndefined()
  })

  it('is settled list first, then where it is and what is said about it', () => {
    const { own, aligned } = lanes()
    const places = (resolved: Answers) =>
      consolidate(own, subject, alignLanes(own, subject, aligned, resolved), resolved).open.map(
        ({ unit, question, kind }) => `${unit}.${question} ${kind}`,
      )
    expect(places({})).toEqual(['item.unsupported decide'])
    const listed = { item: { unsupported: [{ key: 'a2', made: 'merged', from: ['a2', 'b1'] }] } }
    expect(places(listed)).toEqual(['a2.place wording', 'a2.kind decide'])
    const settled = { ...listed, a2: { place: at(13, 20), kind: 'Evident Conflict' } }
    expect(places(settled)).toEqual([])
    const { answers } = consolidate(own, subject, alignLanes(own, subject, aligned, settled), settled)
    // What contradicts it is put together.
    expect(answers.a2).toMatchObject({ against: at(10, 17), implicit: false })
  })

  it('differs from nothing, which may stand as well: who leaves the list blank says that there is nothing to mark', () => {
    const { own, aligned } = lanes()
    const blank = { id: 'C', answers: {} }
    const settled = (both: typeof aligned, resolved: Answers) =>
      consolidate(own, subject, alignLanes(own, subject, both, resolved), resolved)
    const both = [...aligned.slice(0, 1), blank]
    expect(settled(both, {}).open).toMatchObject([
      { question: 'unsupported', kind: 'decide', values: [{ value: [{ key: 'a1' }, { key: 'a2' }] }, { value: [] }] },
    ])
    const nothing = { item: { unsupported: [] } }
    expect(settled(both, nothing)).toMatchObject({ open: [], answers: nothing })
    expect(own.questions.find(({ key }) => key === 'unsupported')?.schema.safeParse([]).success).toBe(true)
    const neither = settled([blank, { ...blank, id: 'D' }], {})
    expect([...neither.open, ...neither.settled].filter(({ question: key }) => key === 'unsupported')).toEqual([])
  })

  it('is compared as spans over the text, and where both marked, by what they said', () => {
    const { own, aligned } = lanes()
    const [one, other] = aligned.map(({ answers }) => answers)
    const comparison = own.comparisons?.find(({ key }) => key === 'unsupported-spans')
    const sums = comparison?.compare(
      subject,
      one ?? {},
      other ?? {},
      subject.units[0] ?? { key: '', kind: '', text: '' },
    )
    const figure = (key: string) => comparison?.figures.find((each) => each.key === key)?.of(sums ?? []).value
    // Four characters are marked by both, eight by one and four by the other.
    expect(figure('characterF1')).toBeCloseTo((2 * 4) / (8 + 4), 12)
    const kind = own.measures.find(({ key }) => key === 'kind')
    const whole = withMadeUnits(own, subject, one ?? {})
    const mark = whole.units.find(({ key }) => key === 'a2')
    if (!mark || !kind) throw new Error('nothing is measured')
    expect(kind.rating(whole, one ?? {}, mark, null)).toBe('Evident Conflict')
    expect(kind.rating(withMadeUnits(own, subject, other ?? {}), other ?? {}, mark, null)).toBe('Subtle Conflict')
    expect(own.comparisons?.map(({ key }) => key)).toEqual(['unsupported', 'unsupported-spans', 'against-spans'])
  })
})

it('marks that overlap where they may not keep work from being submitted', () => {
  const [own] = compileProtocol(
    definitionOf(EXAMPLE.replace('overlapping: true, ', '').replace(/tests:[\s\S]*/, '')),
  ).stages
  const answers: Answers = {
    item: { quality: 'good', unsupported: [entry('a'), entry('b')] },
    a: { place: at(13, 20), kind: 'Evident Conflict' },
    b: { place: at(16, 21), kind: 'Evident Conflict' },
  }
  expect(findings(own, subject, answers)).toEqual([
    expect.objectContaining({ unit: 'b', question: 'place', message: expect.stringContaining('overlaps another') }),
  ])
  expect(findings(stage, subject, answers)).toEqual([])
})

describe('marks of a record that overlap where they may not', () => {
  const strict = compileProtocol(definitionOf(EXAMPLE.replace('overlapping: true, ', '').replace(/tests:[\s\S]*/, '')))
  const label = (start: number, end: number) => ({ start, end, label_type: 'Evident Conflict' })
  const record = { ...RECORD, labels: [label(13, 20), label(4, 5), label(16, 21)] }

  it('are refused at the field of the one that begins later, as spans are', () => {
    expect(problemsIn(strict, record)).toEqual([
      {
        field: 'labels[2].start',
        message: 'It overlaps labels[0], and marks of "unsupported" may not overlap.',
        fix: expect.stringContaining('overlapping: true at "place"'),
      },
    ])
    const names = EXAMPLE.replace('overlapping: true, ', '')
      .replace('place: [start, end], quote: text}\n    kind', 'place: [from, to], quote: text}\n    kind')
      .replace(/(practice|tests):[\s\S]*/, '')
    const renamed = record.labels.map(({ start, end, label_type }) => ({ from: start, to: end, label_type }))
    expect(problemsIn(compileProtocol(definitionOf(names)), { ...record, labels: renamed })).toMatchObject([
      { field: 'labels[2].from' },
    ])
  })

  it('are taken where they may, and where they only meet', () => {
    expect(problemsIn(explained, record)).toEqual([])
    expect(problemsIn(strict, { ...record, labels: [label(13, 20), label(20, 21)] })).toEqual([])
  })
})

it('a system may give as many spans as people can mark, and no more', () => {
  const [task] = compileEvaluations(definitionOf(EXAMPLE)).filter(({ key }) => key === 'unsupported')
  const spans = (count: number) => Array.from({ length: count }, (_, start) => ({ start, end: start + 1 }))
  expect(task?.read({ item: '1', unsupported: spans(MOST_ENTRIES) }).ok).toBe(true)
  expect(task?.read({ item: '1', unsupported: { spans: spans(MOST_ENTRIES + 1) } })).toMatchObject({
    ok: false,
    problems: [
      {
        field: 'unsupported',
        message: `${MOST_ENTRIES + 1} spans; at most ${MOST_ENTRIES} can be marked for "unsupported", by people and by systems.`,
      },
    ],
  })
})

it('a system’s spans are scored against the marks of gold, with the kinds as labels', () => {
  const [task] = compileEvaluations(definitionOf(EXAMPLE)).filter(({ key }) => key === 'unsupported')
  if (!task) throw new Error('marks are not scored')
  const answers = answersIn(explained, RECORD)
  const [target] = task.targets({ source: RECORD, content, stages: { mark: { units: subject.units, answers } } })
  expect(target).toMatchObject({
    unit: 'item',
    length: 21,
    gold: { spans: [{ start: 13, end: 20, label: 'Evident Conflict' }] },
  })
  const read = task.read({ item: '1', unsupported: [{ start: 16, end: 20, label: 'Subtle Conflict' }] })
  if (!read.ok) throw new Error('the line cannot be read')
  const [scoring] = task.scorings({})
  const [prediction] = read.predictions
  const sums =
    scoring?.score({ ...target, gold: target?.gold ?? null, value: prediction?.value ?? null } as never, null) ?? []
  const figure = (key: string) => scoring?.figures.find((each) => each.key === key)?.of(sums).value
  expect(figure('characterF1')).toBeCloseTo((2 * 4) / (7 + 4), 12)
  expect(figure('characterF1:Evident Conflict')).toBe(0)
  // Nothing listed is nothing marked.
  const none = task.targets({ source: RECORD, content, stages: { mark: { units: subject.units, answers: {} } } })
  expect(none).toMatchObject([{ gold: { spans: [] } }])
})

it('the words of all marks are cut from a text that was gone through once, however often they are listed', () => {
  const keys = Array.from({ length: MOST_ENTRIES }, (_, start) => `m${start}`)
  const answers: Answers = {
    item: { quality: 'good', unsupported: keys.map((key) => entry(key)) },
    ...Object.fromEntries(keys.map((key, start) => [key, { place: at(start, start + 2) }])),
  }
  const response = '🚗é'.repeat(MOST_ENTRIES)
  const own = { ...subject, content: { source: SOURCE, response } }
  const walks = vi.spyOn(String.prototype, Symbol.iterator)
  const listedOnce = withMadeUnits(stage, own, answers)
  const listedAgain = withMadeUnits(stage, own, answers)
  const ofResponse = walks.mock.contexts.filter((text) => String(text) === response)
  walks.mockRestore()
  expect(listedOnce.units.slice(1, 3).map(({ text }) => text)).toEqual(['🚗é', 'é🚗'])
  expect(listedAgain).toEqual(listedOnce)
  expect(ofResponse).toHaveLength(1)
})

it('a version by which the drawn labels of marks are other ones says so', () => {
  const before = definitionOf(EXAMPLE)
  const source = EXAMPLE.replace('version: 1', 'version: 2').replace(/\ntests:[\s\S]*/, '\n')
  const changes = (after: string) => definitionDifference(before, definitionOf(after)).map(({ message }) => message)
  const message = (label: string) =>
    `Marks are labelled by ${label}, in the text, in agreement and in evaluation, and were by kind.`
  const sure =
    '      - {id: sure, on: mark, title: Sure, ask: Are you sure?, form: choice, options: [{value: y, key: y, tone: positive, says: Yes.}, {value: n, key: w, tone: negative, says: No.}]}\n'
  expect(changes(source.replace('      - id: kind\n', `${sure}      - id: kind\n`))).toContain(message('sure'))
  expect(changes(source.replace('        title: Kind\n', '        title: Kind\n        required: false\n'))).toContain(
    message('nothing'),
  )
  expect(changes(source).filter((each) => each.startsWith('Marks are labelled'))).toEqual([])
})

it('a version that lays marks side by side by another share says so; the share that is the default is no other', () => {
  const before = definitionOf(EXAMPLE)
  const changes = (source: string) =>
    definitionDifference(before, definitionOf(source.replace('version: 1', 'version: 2'))).map(({ message }) => message)
  expect(changes(EXAMPLE.replace(', align: {by: overlap, at: 0.5}', ''))).toEqual([])
  expect(changes(EXAMPLE.replace('by: overlap, at: 0.5', 'by: overlap, at: 0.8'))).toEqual([
    expect.stringContaining('Entries count as the same from a similarity of 0.8 on'),
  ])
})
