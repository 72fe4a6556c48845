/** Votes from a file to records, and what they come to. */
import { describe, expect, it, vi } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { describeConformance } from '@/lib/protocols/conformance'
import { consolidate } from '@/lib/protocols/consolidation'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { practiceTasks } from '@/lib/protocols/practice-tasks'
import type { Protocol } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const QUESTIONS = `
      - id: verdict
        ask: Is it so?
        form: choice
        options:
          - {value: sound, text: Sound, tone: positive, says: It is.}
          - {value: unsound, text: Unsound, tone: negative, says: It is not.}
          - {value: open, text: Open, says: Nobody knows.}`

/** A file with a stage of votes. */
const fileWith = ({
  record = '',
  questions = QUESTIONS,
  stage = '',
  units = '',
  content = '{text: /text}',
}: {
  record?: string
  questions?: string
  stage?: string
  units?: string
  content?: string
}) => `assay: protocol/1
id: voted
version: 1
title: Voted
summary: Made for a test.
record:
  id: /id
  content: ${content}
${record}
show:
  - {title: Text, text: text}
${units}
stages:
  - id: vote
    raters: 3
    policy: votes
${stage}
    questions:${questions}
guidelines: Vote.
`

const protocolOf = (source: string): Protocol => compileProtocol(definitionOf(source))

function definitionOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  return checked.definition
}

function problemsOf(source: string): string[] {
  const checked = checkFile(source)
  if (checked.ok) return []
  return checked.problems.map(({ line, column, message, fix }) => {
    const there = source.split('\n')[line - 1]?.slice(column - 1, column + 7)
    return `${there}| ${message} ${fix}`
  })
}

function readBy(protocol: Protocol, record: Json) {
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.record
}

/** What the votes in a record come to; the record has to be written as it was read. */
function tallied(protocol: Protocol, record: Json): { [key: string]: Json } {
  const read = readBy(protocol, record)
  const gold = goldOf(protocol, record, read)
  const [stage] = protocol.stages
  const settled = gold.stages[stage.key]
  expect(JSON.stringify(protocol.formats[0].write?.(gold))).toBe(JSON.stringify(record))
  return settled ? rolledUp(stage, { content: gold.content, units: settled.units }, settled) : {}
}

/** The record with other votes than it has: the last voter has left, and somebody else has come. */
function withOthers(protocol: Protocol, record: Json, answers: { [question: string]: Json }): Json {
  const gold = goldOf(protocol, record, readBy(protocol, record))
  const [stage] = protocol.stages
  const settled = gold.stages[stage.key]
  if (!settled?.votes) throw new Error('There are no votes.')
  const votes = [...settled.votes.slice(0, -1), { voter: 'annotator 9', shown: null, answers: { item: answers } }]
  return (
    protocol.formats[0].write?.({ ...gold, stages: { ...gold.stages, [stage.key]: { ...settled, votes } } }) ?? null
  )
}

const LONG = 'a'.repeat(201)

describe('votes in a record', () => {
  it('stand in an object by annotator', () => {
    const protocol = protocolOf(
      fileWith({ record: '  votes: {verdict: /by}\n  gold: {verdict: {at: /label, values: {sound: S, unsound: U}}}' }),
    )
    const record = { id: 'r', text: 'So.', label: 'S', by: { b7: 'S', a1: 'S', c: 'U', d: null } }
    expect(readBy(protocol, record)).toMatchObject({
      answers: null,
      warnings: [],
      votes: [
        { voter: 'b7', shown: null, answers: { item: { verdict: 'sound' } } },
        { voter: 'a1', answers: { item: { verdict: 'sound' } } },
        { voter: 'c', answers: { item: { verdict: 'unsound' } } },
      ],
    })
    expect(tallied(protocol, record)).toEqual({
      votes: 3,
      counted: { item: { verdict: 'sound' } },
      counts: { verdict: { sound: 2, unsound: 1, open: 0 } },
    })
    expect(withOthers(protocol, record, { verdict: 'unsound' })).toEqual({
      ...record,
      by: { b7: 'S', a1: 'S', 'annotator 9': 'U' },
    })
  })

  it('stand in a list without names, whose order is kept', () => {
    const protocol = protocolOf(fileWith({ record: '  votes: {verdict: "/labels[]"}\n  gold: {verdict: /label}' }))
    const record = { id: 'r', text: 'So.', labels: ['unsound', 'sound', 'unsound'], label: 'unsound' }
    expect(readBy(protocol, record).votes?.map(({ voter }) => voter)).toEqual(['vote 1', 'vote 2', 'vote 3'])
    expect(tallied(protocol, record)).toMatchObject({ votes: 3, counted: { item: { verdict: 'unsound' } } })
    // Without a majority nothing stands, and nobody is asked.
    expect(withOthers(protocol, record, { verdict: 'open' })).toEqual({
      ...record,
      labels: ['unsound', 'sound', 'open'],
      label: null,
    })
  })

  it('stand in a list of objects, which keep what else they say', () => {
    const why = '\n      - {id: why, ask: Why?, form: text}'
    const protocol = protocolOf(
      fileWith({
        questions: `${QUESTIONS}${why}`,
        record:
          '  votes: {verdict: {at: "/votes[]", voter: who, value: said/label}, why: {at: "/votes[]", voter: who}}',
      }),
    )
    const first = { who: 'a', at: '12:01', said: { label: 'sound' }, why: 'Seen.' }
    const record: { [key: string]: Json } = {
      id: 'r',
      text: 'So.',
      votes: [first, { who: 'b', said: { label: 'open' } }],
    }
    expect(readBy(protocol, record).votes).toMatchObject([
      { voter: 'a', answers: { item: { verdict: 'sound', why: 'Seen.' } } },
      { voter: 'b', answers: { item: { verdict: 'open' } } },
    ])
    expect(tallied(protocol, record)).toMatchObject({ counted: {} })
    expect(withOthers(protocol, record, { verdict: 'sound', why: 'New.' })).toEqual({
      ...record,
      votes: [first, { who: 'annotator 9', said: { label: 'sound' }, why: 'New.' }],
    })
  })

  it('stand in a list with voter where the file does not say', () => {
    const protocol = protocolOf(fileWith({}))
    const record = { id: 'r', text: 'So.', votes: [{ voter: 'a', verdict: 'sound' }] }
    expect(tallied(protocol, record)).toMatchObject({ votes: 1, counted: { item: { verdict: 'sound' } } })
    // A record without votes is for annotators.
    expect(readBy(protocol, { id: 'r', text: 'So.' })).toMatchObject({ answers: null, votes: [] })
  })

  it('stand in columns, one for each annotator', () => {
    const protocol = protocolOf(
      fileWith({ record: '  csv: true\n  votes: {verdict: {at: {anna: /label_anna, ben: /label_ben, cy: /cy}}}' }),
    )
    const record = { id: 'r', text: 'So.', label_anna: 'sound', label_ben: '', cy: 'sound' }
    expect(readBy(protocol, record).votes?.map(({ voter }) => voter)).toEqual(['anna', 'cy'])
    expect(tallied(protocol, record)).toMatchObject({ counted: { item: { verdict: 'sound' } } })
    expect(withOthers(protocol, record, { verdict: 'open' })).toEqual({ ...record, label_ben: 'open', cy: '' })
  })

  it('stand in the entries of units', () => {
    const protocol = protocolOf(
      fileWith({
        units: 'units:\n  - {id: fact, from: record, each: /facts, text: text}',
        questions: QUESTIONS.replace('id: verdict', 'id: verdict\n        on: fact'),
        record: '  votes: {verdict: by}\n  gold: {verdict: verdict}',
      }),
    )
    const record: Json = {
      id: 'r',
      text: 'So.',
      facts: [
        { text: 'One.', by: { a: 'sound', b: 'sound' }, verdict: 'sound' },
        { text: 'Two.', by: { b: 'open', a: 'sound' } },
      ],
    }
    expect(readBy(protocol, record).votes).toMatchObject([
      { voter: 'a', answers: { 'fact-1': { verdict: 'sound' }, 'fact-2': { verdict: 'sound' } } },
      { voter: 'b', answers: { 'fact-1': { verdict: 'sound' }, 'fact-2': { verdict: 'open' } } },
    ])
    expect(tallied(protocol, record)).toMatchObject({ counted: { 'fact-1': { verdict: 'sound' } } })
  })

  it.each<[string, Json, string]>([
    ['another shape', { by: ['sound'] }, 'by: ["sound"] is no object with a field for each annotator.'],
    ['a value that nobody can choose', { by: { a: 'sond' } }, 'by.a: "sond" is not an answer to "verdict".'],
    ['a blank name', { by: { ' ': 'sound' } }, 'by. : The name of the annotator is missing.'],
    [
      'a long name',
      { by: { [LONG]: 'sound' } },
      `by.${LONG}: The name of the annotator is longer than 200 characters.`,
    ],
  ])('are refused with their field: %s', (_, own, problem) => {
    const read = protocolOf(fileWith({ record: '  votes: {verdict: /by}' })).formats[0].read({
      id: 'r',
      text: 'So.',
      ...(own as object),
    })
    expect(read.ok ? [] : read.problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([problem])
  })

  it.each<[Json, string]>([
    [{ voter: 'a' }, 'votes: {"voter":"a"} is no list of votes.'],
    [[{ voter: 'a' }, { voter: 'a' }], 'votes[1].voter: "a" votes twice.'],
    [[{ verdict: 'sound' }], 'votes[0].voter: The name of the annotator is missing.'],
  ])('are refused in a list of objects: %j', (votes, problem) => {
    const read = protocolOf(fileWith({})).formats[0].read({ id: 'r', text: 'So.', votes })
    expect(read.ok ? [] : read.problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([problem])
  })

  it('say where the record states something else, or states something and has none', () => {
    const protocol = protocolOf(fileWith({ record: '  votes: {verdict: /by}\n  gold: {verdict: /label}' }))
    const said = (own: object) =>
      readBy(protocol, { id: 'r', text: 'So.', ...own }).warnings.map(({ field, message }) => `${field}: ${message}`)
    expect(said({ label: 'sound', by: { a: 'open' } })).toEqual([
      'label: The record states another answer to "verdict" than its votes come to.',
    ])
    expect(said({ label: 'sound' })).toEqual([
      'label: The record states "verdict" and brings no votes, which are what counts here.',
    ])
    // It may be shown to those only who may see labels.
    expect(protocol.formats[0].fields).not.toContainEqual(['label'])
  })
})

const SPANS = `
      - {id: marks, ask: What is wrong?, form: span, in: text, settle: majority}`

describe('votes on spans', () => {
  const protocol = protocolOf(
    fileWith({
      questions: SPANS,
      record: '  votes: {marks: {at: /by, clean: mu-shroom}}\n  gold: {marks: {at: /hard, place: [0, 1]}}',
    }),
  )
  const text = 'It is, as said, red.'

  it('give soft labels of all who looked, and what more than half marked', () => {
    const by = { a: [[7, 9]], b: [[7, 14]], c: [] }
    expect(tallied(protocol, { id: 'r', text, by, hard: [[7, 9]] })).toEqual({
      votes: 3,
      counted: { item: { marks: { spans: [{ start: 7, end: 9 }] } } },
      soft: {
        marks: [
          { start: 7, end: 9, share: 2 / 3 },
          { start: 9, end: 14, share: 1 / 3 },
        ],
      },
      counts: {},
    })
  })

  it('count without blanks and punctuation at their ends, and stay in the record as they were made', () => {
    // With a blank before and a comma behind, of no characters, up to behind the text, and twice.
    const by = {
      a: [[6, 15]],
      b: [
        [20, 20],
        [16, 24],
      ],
      c: [
        [7, 14],
        [7, 14],
      ],
    }
    expect(tallied(protocol, { id: 'r', text, by, hard: [[7, 14]] })).toMatchObject({
      counted: { item: { marks: { spans: [{ start: 7, end: 14 }] } } },
    })
  })

  it('walk through the text as often for many annotators as for few, when read and when written', () => {
    const walksFor = (voters: number) => {
      const by = Object.fromEntries(Array.from({ length: voters }, (_, index) => [`a${index}`, [[7, 14]]]))
      const walks = vi.spyOn(String.prototype, Symbol.iterator)
      withOthers(protocol, { id: 'r', text, by, hard: [[7, 14]] }, { marks: { spans: [{ start: 0, end: 2 }] } })
      const count = walks.mock.contexts.filter((walked) => String(walked) === text).length
      walks.mockRestore()
      return count
    }
    expect(walksFor(3)).toBeGreaterThan(0)
    expect(walksFor(30)).toBe(walksFor(3))
  })

  it('are refused with their place', () => {
    const read = protocol.formats[0].read({ id: 'r', text, by: { a: [[0, 'x']] } })
    expect(read.ok ? [] : read.problems.map(({ field }) => field)).toEqual(['by.a[0][1]'])
  })
})

const GRADES = `
      - {id: price, ask: How much?, form: number, min: 0, settle: median}
      - id: grade
        ask: How good?
        form: scale
        settle: median
        options:
          - {value: poor, text: Poor, says: Poor.}
          - {value: fair, text: Fair, says: Fair.}
          - {value: fine, text: Fine, says: Fine.}
        outside: [{value: unknown, text: Unknown, says: It cannot be known.}]`

describe('the places of votes', () => {
  const placesIn = (record: string) => protocolOf(fileWith({ record })).stages[0].votePlaces

  it('are those that the file names, and the numbers of lists without names', () => {
    const named = placesIn('  votes: {verdict: {at: {anna: /anna, ben: /ben, cy: /cy}}}')
    expect(named?.most).toBe(3)
    expect(['ben', 'vote 1', 'dora'].map((voter) => named?.has(voter))).toEqual([true, false, false])
    const listed = placesIn('  votes: {verdict: "/labels[]"}')
    expect(listed?.most).toBe(null)
    expect(['vote 2', 'vote 0', 'ben'].map((voter) => listed?.has(voter))).toEqual([true, false, false])
    expect(placesIn('  votes: {verdict: /by}')).toBeUndefined()
  })
})

describe('a median', () => {
  const protocol = protocolOf(fileWith({ questions: GRADES, record: '  votes: {price: "/p[]", grade: "/g[]"}' }))
  const standing = (p: Json, g: Json) => {
    const { item = {} } = tallied(protocol, { id: 'r', text: 'So.', p, g }).counted as {
      item?: { [key: string]: Json }
    }
    return [item.price ?? null, item.grade ?? null]
  }

  it('is the middle one', () => {
    expect(standing([9, 1, 2], ['fine', 'poor', 'fair'])).toEqual([2, 'fair'])
    expect(standing([1], ['poor'])).toEqual([1, 'poor'])
  })
  it('is what lies halfway between two, where that can be given', () => {
    expect(standing([1, 2, 3, 10], ['poor', 'poor', 'fine', 'fine'])).toEqual([2.5, 'fair'])
    expect(standing([1, 2], ['poor', 'fair'])).toEqual([1.5, null])
  })
  it('leaves out what lies off the scale, which stands where more than half say it', () => {
    expect(standing([1, 1, 1], ['unknown', 'poor', 'poor'])[1]).toBe('poor')
    expect(standing([1, 1, 1], ['unknown', 'unknown', 'poor'])[1]).toBe('unknown')
    // Half of those asked gave a point of the scale: no more than half.
    expect(standing([1, 1], ['unknown', 'poor'])[1]).toBeNull()
  })

  it('settles under the policy majority, where a tie may stand or be left to a reviewer', () => {
    const source = fileWith({ questions: `${GRADES}\n        tie: unknown` })
    const [stage] = protocolOf(source.replace('policy: votes', 'policy: majority')).stages
    const units = stage.units({ text: 'So.' }, [], {})
    const lanes = [
      { price: 1, grade: 'poor' },
      { price: 4, grade: 'fair' },
    ].map((item, index) => ({ id: String(index), answers: { item } }))
    expect(consolidate(stage, { content: { text: 'So.' }, units }, lanes, {}).settled).toEqual([
      { unit: 'item', question: 'price', value: 2.5, how: 'median', lane: null },
      { unit: 'item', question: 'grade', value: 'unknown', how: 'tied', lane: null },
    ])
  })
})

describe('a file with votes', () => {
  it.each<[string, Parameters<typeof fileWith>[0], string]>([
    [
      'a question that is not there',
      { record: '  votes: {verdct: /by}' },
      'verdct: | There is no question "verdct". Did you mean "verdict"?',
    ],
    [
      'a word that is not there',
      { record: '  votes: {verdict: {at: "/by[]", votr: a}}' },
      'votr: a}| "votr" is not a word of the language here. Did you mean "voter"?',
    ],
    [
      'votes that annotators would see',
      { record: '  votes: {verdict: /meta/by}', content: '{text: /text, meta: /meta}' },
      '/meta/by| The votes on "verdict" stand in one place with what annotators see as "meta". Give them another place under record.votes, or point the other at something smaller.',
    ],
    [
      'votes in the place of gold',
      { record: '  votes: {verdict: /by}\n  gold: {verdict: /by}' },
      '/by}| The votes on "verdict" stand in one place with the answers to "verdict" under record.gold. Give them another place under record.votes, or point the other at something smaller.',
    ],
    [
      'a place without a slash',
      { record: '  votes: {verdict: by}' },
      'by}| "by" does not say where from. Begin with a slash: /by.',
    ],
    [
      'a name where there are no entries',
      { record: '  votes: {verdict: {at: /by, voter: who}}' },
      'voter: w| "voter" goes with a list of objects. Write /by[], or take "voter" out.',
    ],
    [
      'fewer columns than annotators',
      { record: '  votes: {verdict: {at: {a: /a, b: /b}}}' },
      '{a: /a, | 3 annotators vote on an item, and the record has places for 2. Name more places, or write fewer raters in the stage.',
    ],
    [
      'a list in a cell',
      { record: '  csv: true\n  votes: {verdict: /by}' },
      'verdict:| A cell of a CSV file holds one annotator\'s answer to "verdict". Name a column for each under record.votes: {verdict: {at: {anna: /verdict_anna, ben: /verdict_ben}}}.',
    ],
    [
      'approval',
      { stage: '    approve: true' },
      'approve:| Votes are counted, and nobody approves them. Take "approve" out.',
    ],
    [
      'cleaned labels',
      { record: '  votes: {verdict: {at: /by, clean: mu-shroom}}' },
      'clean: m| "clean" goes with spans that have no labels. Take it out.',
    ],
    [
      'a median of words',
      { questions: QUESTIONS.replace('form: choice', 'form: choice\n        settle: median') },
      'median| "median" does not go with the form choice. Use decide or aside.',
    ],
  ])('is refused: %s', (_, given, problem) => {
    expect(problemsOf(fileWith(given))).toContain(problem)
  })

  it('says where votes go where nobody votes', () => {
    expect(
      problemsOf(fileWith({ record: '  votes: {verdict: /by}' }).replace('policy: votes', 'policy: majority')),
    ).toEqual([
      'verdict:| "votes" goes with the policy votes. Write policy: votes in the stage, or hide them: record.hidden.',
    ])
    expect(problemsOf(fileWith({ questions: GRADES }).replace('policy: votes', 'policy: reviewer'))).toHaveLength(2)
  })

  it('can be practised with: the first vote of a record is what is expected', () => {
    const protocol = protocolOf(fileWith({ record: '  votes: {verdict: /by}' }))
    const record = { id: 'r', text: 'So.', by: { expected: 'open' } }
    const why = { vote: { item: { verdict: 'Because.' } } }
    expect(practiceTasks(protocol, [{ key: 'p', record, why }])).toMatchObject([
      { answers: { item: { verdict: 'open' } }, why: why.vote },
    ])
  })

  it('scores systems by what votes come to', () => {
    const definition = definitionOf(fileWith({ record: '  votes: {verdict: "/labels[]"}' }))
    const protocol = compileProtocol(definition)
    const record = { id: 'r', text: 'So.', labels: ['sound', 'sound', 'open'] }
    const gold = goldOf(protocol, record, readBy(protocol, record))
    const [task] = compileEvaluations(definition)
    expect(task?.targets(gold).map(({ unit, gold: value }) => [unit, value])).toEqual([['item', 'sound']])
  })
})

describeConformance(protocolOf(fileWith({ questions: `${QUESTIONS}${GRADES}${SPANS}` })), [
  { id: 'r', text: 'It is so.', votes: [{ voter: 'a', verdict: 'sound', price: 3, grade: 'poor', marks: [] }] },
  { id: 's', text: 'It is so.', votes: [] },
])
