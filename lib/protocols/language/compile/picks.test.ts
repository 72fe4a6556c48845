/** Picking among the units of a record: read, compared, counted, scored, judged and written. */
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { findings } from '@/lib/protocols/completeness'
import { describeConformance } from '@/lib/protocols/conformance'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Protocol, Subject, Vote } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'
import { compilePipeline } from './pipeline'

interface Parts {
  record?: string
  units?: string
  stage?: string
  question?: string
}

const SIDES = '{id: side, from: record, places: {model_a: /response_a, model_b: /response_b}, shuffled: true}'
const LISTED = '{id: side, from: record, each: /sides, text: text, name: system, max: 3, shuffled: true}'
const TIE = 'options: [{value: tie, text: Equal, key: t, says: Both are as good.}]'

const fileWith = ({ record = '', units = SIDES, stage = '', question = TIE }: Parts) => `assay: protocol/1
id: compared
version: 1
title: Compared
summary: Made for a test.
record:
  id: /id
  content: {prompt: /prompt}
${record}
show:
  - {title: Prompt, text: prompt}
units:
  - ${units}
stages:
  - id: compare
${stage}
    questions:
      - {id: better, ask: Which is better?, form: pick, of: side, ${question}}
guidelines: Read both.
`

function definitionOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  return checked.definition
}

const protocolOf = (parts: Parts): Protocol => compileProtocol(definitionOf(fileWith(parts)))

function readBy(protocol: Protocol, record: Json) {
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.record
}

/** The problems of a record, as `field: message fix`. */
function refusedBy(protocol: Protocol, record: Json): string[] {
  const read = protocol.formats[0].read(record)
  return read.ok ? [] : read.problems.map(({ field, message, fix }) => `${field}: ${message} ${fix}`)
}

function problemsOf(source: string): string[] {
  const checked = checkFile(source)
  return checked.ok ? [] : checked.problems.map(({ message, fix }) => `${message} ${fix}`)
}

/** The keys of the sides, by their texts. */
const keysIn = (units: Subject['units']) =>
  Object.fromEntries(units.filter(({ kind }) => kind === 'side').map(({ key, text }) => [text, key]))

const PAIR = { id: '1', prompt: 'Why?', response_a: 'Because.', response_b: 'So it is.' }

describe('a pick among fields of the record', () => {
  const protocol = protocolOf({})

  it('is read and written by the names of the file, and as what is said instead', () => {
    for (const better of ['model_a', 'model_b', 'tie']) {
      const record = { ...PAIR, better }
      const read = readBy(protocol, record)
      const gold = goldOf(protocol, record, read)
      expect(protocol.formats[0].write?.(gold)).toEqual(record)
      const { counts } = rolledUp(
        protocol.stages[0],
        { content: read.content, units: gold.stages.compare?.units ?? [] },
        {
          answers: gold.stages.compare?.answers ?? {},
        },
      )
      expect(counts).toEqual({ better: { model_a: 0, model_b: 0, tie: 0, [better]: 1 } })
    }
    expect(readBy(protocol, { ...PAIR, better: null }).answers).toBeNull()
  })

  it('writes another pick where the old one stood, in words of the file', () => {
    const mapped = protocolOf({ record: '  gold: {better: {at: /winner, values: {model_a: A, model_b: B, tie: "="}}}' })
    const record = { ...PAIR, winner: 'A' }
    const gold = goldOf(mapped, record, readBy(mapped, record))
    const { units = [] } = gold.stages.compare ?? {}
    const to = (better: Json) => ({ ...gold, stages: { compare: { units, answers: { item: { better } } } } })
    expect(mapped.formats[0].write?.(to([keysIn(units)['So it is.'] ?? '']))).toEqual({ ...record, winner: 'B' })
    expect(mapped.formats[0].write?.(to('tie'))).toEqual({ ...record, winner: '=' })
    expect(refusedBy(mapped, { ...PAIR, winner: 'model_a' })).toEqual([
      'winner: "model_a" names none of what is picked from in "better". Use "A", "B", "=".',
    ])
  })

  it('tells annotators neither names nor the order of the record', () => {
    const { content } = readBy(protocol, PAIR)
    const [stage] = protocol.stages
    expect(JSON.stringify([stage.shows?.(content), stage.units(content, [], {})])).not.toMatch(/model_/)
    const swapped = readBy(protocol, { ...PAIR, response_a: PAIR.response_b, response_b: PAIR.response_a })
    expect(keysIn(stage.units(swapped.content, [], {}))).toEqual(keysIn(stage.units(content, [], {})))
  })

  it('knows the name of each where gold is written', () => {
    const { content } = readBy(protocol, PAIR)
    const [stage] = protocol.stages
    const names = stage.units(content, [], {}).map(({ key, text }) => [text, stage.names?.of(content, key)])
    expect(names).toEqual([
      ['Why?', null],
      ['Because.', 'model_a'],
      ['So it is.', 'model_b'],
    ])
  })

  it('can be a column of a table', () => {
    const table = protocolOf({ record: '  csv: true' })
    const record = { ...PAIR, better: 'model_b' }
    const gold = goldOf(table, record, readBy(table, record))
    expect(table.formats[0].write?.(gold)).toEqual(record)
    const { units = [] } = gold.stages.compare ?? {}
    const open = { ...gold, stages: { compare: { units, answers: {} } } }
    expect(table.formats[0].write?.(open)).toEqual({ ...record, better: '' })
  })

  it('keeps work from being submitted where what was picked is gone, but not where it is not asked', () => {
    const [stage] = protocolOf({ question: `when: content.prompt == "Why?", ${TIE}` }).stages
    const gone = { item: { better: ['o0000000000'] } }
    const findingsFor = (prompt: string) => {
      const { content } = readBy(protocol, { ...PAIR, prompt })
      return findings(stage, { content, units: stage.units(content, [], {}) }, gone).map(({ message }) => message)
    }
    expect(findingsFor('Why?')).toEqual(['What was picked is not there any more. Pick again.'])
    expect(findingsFor('How?')).toEqual([])
  })

  it('needs each of its texts', () => {
    expect(refusedBy(protocol, { id: '1', prompt: 'Why?', response_a: 'Because.' })).toEqual([
      'response_b: The text of the side is missing, or is not a text. Write it as a text, or as a list of texts.',
    ])
  })
})

describe('a pick in a list', () => {
  const sides = [
    { system: 'one', text: 'First.' },
    { system: 'two', text: 'Second.' },
    { system: 'three', text: 'Third.' },
  ]
  const record = { id: '1', prompt: 'Why?', sides }

  it('goes by the names in its entries, or by their places where they have none', () => {
    const named = protocolOf({ units: LISTED })
    const unnamed = protocolOf({ units: LISTED.replace('name: system, ', '') })
    for (const [protocol, better] of [
      [named, 'two'],
      [unnamed, 1],
    ] as const) {
      const read = readBy(protocol, { ...record, better })
      const units = protocol.stages[0].units(read.content, [], {})
      expect(read.answers).toEqual({ compare: { item: { better: [keysIn(units)['Second.']] } } })
      expect(protocol.formats[0].write?.(goldOf(protocol, { ...record, better }, read))).toEqual({ ...record, better })
    }
    expect(readBy(unnamed, { ...record, better: '1' }).answers).toEqual(
      readBy(unnamed, { ...record, better: 1 }).answers,
    )
    expect(refusedBy(named, { ...record, better: 1 })).toEqual([
      'better: 1 names none of what is picked from in "better". Use "one", "two", "three", "tie".',
    ])
  })

  it('shows a list of texts a line each', () => {
    const claims = [['One.', 'Two.'], 'Three.', []]
    const read = readBy(protocolOf({ units: LISTED }), {
      ...record,
      sides: sides.slice(0, 2).map((side, index) => ({ ...side, text: claims[index] ?? null })),
    })
    const units = protocolOf({ units: LISTED }).stages[0].units(read.content, [], {})
    expect(units.map(({ text }) => text)).toEqual(['Why?', 'One.\nTwo.', 'Three.'])
    expect(
      refusedBy(protocolOf({ units: LISTED }), {
        ...record,
        sides: sides.map((side, index) => ({ ...side, text: [[1], [''], []][index] ?? null })),
      }),
    ).toEqual([
      'sides.0.text: The text of the side is missing, or is not a text. Write it as a text, or as a list of texts.',
    ])
  })

  it('may be several, which are the same whatever their order', () => {
    const protocol = protocolOf({ units: LISTED, question: `max: 2, ${TIE}` })
    const both = [
      ['one', 'three'],
      ['three', 'one'],
    ].map((better) => readBy(protocol, { ...record, better }).answers)
    expect(both[0]).toEqual(both[1])
    expect(readBy(protocol, { ...record, better: 'one' }).answers).toEqual(
      readBy(protocol, { ...record, better: ['one'] }).answers,
    )
    const given = { ...record, better: ['three', 'one'] }
    expect(protocol.formats[0].write?.(goldOf(protocol, given, readBy(protocol, given)))).toEqual(given)
    expect(refusedBy(protocol, { ...record, better: ['one', 'two', 'three'] })).toEqual([
      'better: ["one","two","three"] is not an answer to "better". Pick up to 2, or tie.',
    ])
  })

  it('has no more entries than have keys, and no name twice', () => {
    const protocol = protocolOf({ units: LISTED })
    const [first] = sides
    expect(refusedBy(protocol, { ...record, sides: [...sides, { system: 'four', text: 'Fourth.' }] })).toEqual([
      'sides: There are 4 of the units "side", and the protocol allows 3. Leave some out, or let the protocol file allow more under "max".',
    ])
    expect(
      refusedBy(protocol, {
        ...record,
        sides: [first ?? null, { system: 'one', text: 'Again.' }, { text: 'Nameless.' }],
      }),
    ).toEqual([
      'sides.1.system: Another entry is called "one" as well. Give each entry a name of its own.',
      'sides.2.system: The name is missing, or is not a text. Give each entry a name of its own.',
    ])
  })
})

describe('records that cannot be picked from', () => {
  const sides = (...entries: Json[]) => ({ id: '1', prompt: 'Why?', sides: entries })
  const one = { system: 'one', text: 'First.' }

  it.each([
    ['one entry', {}, sides(one), 'There is 1 to pick from in "better". Give at least 2, or leave the record out.'],
    ['none', {}, sides(), 'There are 0 to pick from in "better".'],
    ['no words', {}, sides(one, { system: 'two', text: ' ' }), 'The text is empty.'],
    [
      'a name that is an option',
      {},
      sides(one, { system: 'tie', text: 'B.' }),
      '"tie" is what is said instead of picking in "better".',
    ],
    [
      'two names that read the same',
      {},
      sides({ system: 1, text: 'A.' }, { system: '1', text: 'B.' }),
      'Another entry is called "1" as well.',
    ],
    [
      'a name that parts names',
      { question: `max: 2, ${TIE}`, record: '  gold: {better: {at: /better, separator: "|"}}' },
      sides(one, { system: 'a|b', text: 'B.' }),
      'The name "a|b" holds "|", which parts names.',
    ],
  ])('%s', (_, parts, record, message) => {
    expect(refusedBy(protocolOf({ units: LISTED, ...parts }), record).join('\n')).toContain(message)
  })

  it('keeps names that objects have of their own', () => {
    const protocol = protocolOf({ units: LISTED })
    const record = { ...sides(one, { system: 'constructor', text: 'B.' }), better: 'constructor' }
    const gold = goldOf(protocol, record, readBy(protocol, record))
    expect(protocol.formats[0].write?.(gold)).toEqual(record)
    const rollUp = rolledUp(
      protocol.stages[0],
      { content: gold.content, units: gold.stages.compare?.units ?? [] },
      { answers: gold.stages.compare?.answers ?? {} },
    )
    expect(rollUp.counts).toEqual({ better: { tie: 0, one: 0, constructor: 1 } })
    const panels = protocol.composition?.panels([{ position: 1, content: gold.content, stages: { compare: rollUp } }])
    expect(panels?.[0]?.rows.map(({ title, cells }) => [title, cells[0]?.value])).toEqual([
      ['constructor', 1],
      ['one', 0],
      ['Equal', 0],
    ])
  })

  it('takes any name where several are a list', () => {
    const protocol = protocolOf({ units: LISTED, question: 'max: 2' })
    const record = { ...sides(one, { system: 'two, tuned', text: 'B.' }), better: ['two, tuned'] }
    expect(protocol.formats[0].write?.(goldOf(protocol, record, readBy(protocol, record)))).toEqual(record)
  })

  it('reads and writes several in one text, places among them', () => {
    const protocol = protocolOf({
      units: LISTED.replace('name: system, ', ''),
      question: 'max: 2',
      record: '  gold: {better: {at: /better, separator: "|"}}',
    })
    const record = { ...sides({ text: 'A.' }, { text: 'B.' }, { text: 'C.' }), better: '0|2' }
    expect(protocol.formats[0].write?.(goldOf(protocol, record, readBy(protocol, record)))).toEqual(record)
  })
})

describe('agreement on a pick', () => {
  const partsOf = (protocol: Protocol, record: Json) => {
    const [stage] = protocol.stages
    const { content } = readBy(protocol, record)
    const units = stage.units(content, [], {})
    // Measures are given this much of the content.
    const measured = Object.fromEntries(
      Object.entries(content as { [key: string]: Json }).filter(([name]) => stage.measuredContent.includes(name)),
    )
    const ratingsOf = (better: Json, shown: string[] | null) => {
      const [whole] = units
      return Object.fromEntries(
        stage.measures.map(({ key, rating }) => [
          key,
          whole ? rating({ content: measured, units }, { item: { better } }, whole, shown) : undefined,
        ]),
      )
    }
    return { stage, keys: keysIn(units), ratingsOf }
  }

  it('is by name and by place as seen, of what only the measured content says', () => {
    const { stage, keys, ratingsOf } = partsOf(protocolOf({}), PAIR)
    const [a, b] = [keys['Because.'] ?? '', keys['So it is.'] ?? '']
    expect(ratingsOf([b], [b, a])).toEqual({ better: 'model_b', 'better-place': 'place 1' })
    expect(ratingsOf([b], null)).toEqual({ better: 'model_b', 'better-place': null })
    expect(ratingsOf('tie', [a, b])).toEqual({ better: 'tie', 'better-place': 'tie' })
    expect(ratingsOf(null, [a, b])).toEqual({ better: null, 'better-place': null })
    for (const { categories, key } of stage.measures)
      for (const better of [[a], [b], 'tie'])
        expect(categories.map(({ value }) => value)).toContain(ratingsOf(better, [a, b])[key])
  })

  it('is of each name by itself where several may be picked, so that other picks are no agreement', () => {
    const protocol = protocolOf({ units: LISTED, question: `max: 2, ${TIE}` })
    const sides = ['a', 'b', 'c'].map((system) => ({ system, text: `Of ${system}.` }))
    const { keys, ratingsOf } = partsOf(protocol, { id: '1', prompt: 'Why?', sides })
    const pick = (...names: string[]) => ratingsOf(names.map((name) => keys[`Of ${name}.`] ?? '').toSorted(), null)
    expect(pick('a', 'b')).toEqual({ 'better.name-1': 'true', 'better.name-2': 'true', 'better.name-3': 'false' })
    expect(pick('b', 'c')).toEqual({ 'better.name-1': 'false', 'better.name-2': 'true', 'better.name-3': 'true' })
    expect(ratingsOf('tie', null)).toEqual({
      'better.name-1': 'false',
      'better.name-2': 'false',
      'better.name-3': 'false',
    })
    const few = partsOf(protocol, { id: '2', prompt: 'Why?', sides: sides.slice(0, 2) })
    expect(few.ratingsOf([few.keys['Of a.'] ?? ''], null)).toEqual({
      'better.name-1': 'true',
      'better.name-2': 'false',
      'better.name-3': null,
    })
  })

  it('is of places among the units of one whole where picks are about wholes', () => {
    const protocol = protocolOf({
      units:
        '{id: q, from: record, each: /questions, text: ask}\n  - {id: side, from: record, of: q, each: sides, text: text, name: system, max: 2, shuffled: true}',
      question: 'on: q',
    })
    const asked = (n: number) => ({
      ask: `Ask ${n}.`,
      sides: [
        { system: 'a', text: `A ${n}.` },
        { system: 'b', text: `B ${n}.` },
      ],
    })
    const record = { id: '1', prompt: 'Why?', questions: [asked(1), asked(2)] }
    const [stage] = protocol.stages
    const { content } = readBy(protocol, record)
    const units = stage.units(content, [], {})
    const keys = keysIn(units)
    const shown = ['B 2.', 'A 1.', 'A 2.', 'B 1.'].map((text) => keys[text] ?? '')
    const second = units.find(({ text }) => text === 'Ask 2.')
    if (!second) throw new Error('There is no second question.')
    const answers = { [second.key]: { better: [keys['A 2.'] ?? ''] } }
    const seen = stage.measures.find(({ key }) => key === 'better-place')
    expect(seen?.rating({ content, units }, answers, second, shown)).toBe('place 2')
    const written = protocol.formats[0].write?.(
      goldOf(
        protocol,
        { ...record, questions: [asked(1), { ...asked(2), better: 'a' }] },
        readBy(protocol, { ...record, questions: [asked(1), { ...asked(2), better: 'a' }] }),
      ),
    )
    expect(written).toEqual({ ...record, questions: [asked(1), { ...asked(2), better: 'a' }] })
  })

  it('is by the order of the names where each record has its own', () => {
    const own = protocolOf({ units: LISTED })
    const record = readBy(own, {
      id: '1',
      prompt: 'Why?',
      sides: [
        { system: 'z', text: 'Z.' },
        { system: 'a', text: 'A.' },
      ],
    })
    const [listed] = own.stages
    const all = listed.units(record.content, [], {})
    const answers = { item: { better: [keysIn(all)['Z.'] ?? ''] } }
    const [item] = all
    expect(item && listed.measures[0]?.rating({ content: record.content, units: all }, answers, item, null)).toBe(
      'name 2',
    )
    expect(listed.measures[0]?.categories.map(({ text }) => text)).toEqual([
      'First by name',
      'Second by name',
      'Third by name',
      'Equal',
    ])
  })
})

describe('votes on a pick', () => {
  const protocol = protocolOf({
    stage: '    policy: votes\n    raters: 3',
    record: '  gold: {better: /winner}\n  votes: {better: {at: "/votes[]", voter: by, value: winner}}',
  })
  const [stage] = protocol.stages
  const record = {
    ...PAIR,
    winner: 'model_a',
    votes: [
      { by: 'anna', winner: 'model_a' },
      { by: 'ben', winner: 'tie' },
      { by: 'chris', winner: 'model_a' },
    ],
  }

  it('are counted by name and by place, and come to what more than half are for', () => {
    const { content, votes = [] } = readBy(protocol, record)
    const units = stage.units(content, [], {})
    const { 'Because.': a = '', 'So it is.': b = '' } = keysIn(units)
    const seen: Vote[] = votes.map((vote, index) => ({ ...vote, shown: index === 2 ? [b, a] : [a, b] }))
    expect(stage.tally?.({ content, units }, seen)).toMatchObject({
      votes: 3,
      counted: { item: { better: [a] } },
      counts: { better: { model_a: 2, model_b: 0, tie: 1 }, 'better-place': { 'place 1': 1, 'place 2': 1 } },
    })
    const panels =
      protocol.composition?.panels([
        { position: 1, content, stages: { compare: stage.tally?.({ content, units }, seen) ?? {} } },
      ]) ?? []
    expect(
      panels.map(({ title, rows }) => [
        title,
        rows.map((row) => [row.title, row.cells[0]?.value, row.cells[1]?.value]),
      ]),
    ).toEqual([
      [
        'better',
        [
          ['model_a', 2, 2 / 3],
          ['model_b', 0, 0],
          ['Equal', 1, 1 / 3],
        ],
      ],
      [
        'better: place as seen',
        [
          ['Place 1', 0.5, expect.any(Number)],
          ['Place 2', 0.5, expect.any(Number)],
        ],
      ],
    ])
  })

  it('are written as they were, and another one as the file says', () => {
    const read = readBy(protocol, record)
    const gold = goldOf(protocol, record, read)
    expect(protocol.formats[0].write?.(gold)).toEqual(record)
    const units = gold.stages.compare?.units ?? []
    const votes = [
      ...(read.votes ?? []),
      { voter: 'dora', shown: null, answers: { item: { better: [keysIn(units)['So it is.'] ?? ''] } } },
    ]
    expect(protocol.formats[0].write?.({ ...gold, stages: { compare: { units, answers: {}, votes } } })).toMatchObject({
      votes: [...record.votes, { by: 'dora', winner: 'model_b' }],
    })
  })
})

describe('votes with the order as seen', () => {
  const protocol = protocolOf({
    stage: '    policy: votes',
    record: '  votes: {better: {at: "/votes[]", voter: by, shown: seen, values: {model_a: A, model_b: B, tie: "="}}}',
  })
  const given: { [field: string]: Json }[] = [
    { by: 'anna', seen: ['B', 'A'], better: 'A', remark: 'kept' },
    { by: 'ben', seen: null, better: '=' },
    { by: 'chris', better: 'B' },
  ]
  const record = { ...PAIR, votes: given }
  const { content, votes = [] } = readBy(protocol, record)
  const units = protocol.stages[0].units(content, [], {})
  const { 'Because.': a = '', 'So it is.': b = '' } = keysIn(units)
  const written = (now: readonly Vote[], source: Json = record) =>
    protocol.formats[0].write?.({ source, content, stages: { compare: { units, answers: {}, votes: now } } })

  it('have it, or nobody knows it, and come out as they went in', () => {
    expect(votes.map(({ voter, shown }) => [voter, shown])).toEqual([
      ['anna', [b, a]],
      ['ben', null],
      ['chris', null],
    ])
    expect(protocol.stages[0].tally?.({ content, units }, votes)).toMatchObject({
      counts: { 'better-place': { 'place 1': 0, 'place 2': 1 } },
    })
    expect(written(votes)).toEqual(record)
  })

  it('are written with it where they are new, or where it is another', () => {
    const [anna, ben] = votes
    if (!anna || !ben) throw new Error('Two votes are read.')
    const dora: Vote = { voter: 'dora', shown: [a, b], answers: { item: { better: [b] } } }
    expect(written([anna, ben, dora])).toEqual({
      ...record,
      votes: [...given.slice(0, 2), { by: 'dora', seen: ['A', 'B'], better: 'B' }],
    })
    const turned = written([{ ...anna, shown: [a, b] }, ben])
    expect(turned).toEqual({ ...record, votes: [{ by: 'anna', seen: ['A', 'B'], better: 'A' }, given[1]] })
    expect(readBy(protocol, turned ?? null).votes?.map(({ shown }) => shown)).toEqual([[a, b], null])
  })

  it.each([[['A']], [['A', 'A']], [['A', 'C']], ['A'], [{}], [[]]])('refuse %j as an order', (seen) => {
    expect(refusedBy(protocol, { ...record, votes: [{ by: 'anna', seen, better: 'A' }] })).toEqual([
      `votes[0].seen: ${JSON.stringify(seen)} does not name each of what is picked from in "better" once. Name all of them in the order in which they were seen, or write null where nobody knows it.`,
    ])
  })

  it.each([
    [
      { question: '' },
      'at: "/votes", shown: seen',
      'goes with a pick about the item whose votes are a list of objects. Take it out, or add voter.',
    ],
    [
      { question: '', units: SIDES.replace(', shuffled: true', '') },
      'at: "/votes[]", voter: by, shown: seen',
      'Everybody sees the units "side" in one order. Take it out, or write shuffled: true.',
    ],
    [
      { question: '' },
      'at: "/votes[]", voter: by, shown: by',
      'The name of the annotator stands there. Name another field.',
    ],
    [
      { question: '' },
      'at: "/votes[]", voter: by, shown: better',
      'The order as seen stands in one place with those on "better". Name another field.',
    ],
  ])('refuse a file where nothing has an order: %#', (parts, votes, message) => {
    const source = fileWith({ ...parts, stage: '    policy: votes', record: `  votes: {better: {${votes}}}` })
    expect(problemsOf(source).join('\n')).toContain(message)
  })
})

describe('a model and a system', () => {
  const source = fileWith({})
  const record = { ...PAIR, better: 'model_b' }

  it('are scored by the names that records give', () => {
    const [task] = compileEvaluations(definitionOf(source))
    const protocol = protocolOf({})
    const gold = goldOf(protocol, record, readBy(protocol, record))
    expect(task?.heldOutTargets).toBeUndefined()
    expect(task?.targets(gold)).toMatchObject([{ unit: 'item', gold: ['model_b'] }])
    const [scoring] = task?.scorings({}) ?? []
    const rightFor = (value: Json) => {
      const reading = task?.read({ system: 's', item: '1', better: value })
      const predicted = reading?.ok ? (reading.predictions[0]?.value ?? null) : 'unread'
      return scoring?.isRight?.({ gold: ['model_b'], value: predicted, strata: {} })
    }
    expect(['model_b', 'model_a', 'tie', null].map(rightFor)).toEqual([true, false, false, false])
    expect(task?.read({ item: '1', better: [] })).toMatchObject({ ok: false })
  })

  it('are read in the words of gold or of votes, and never in both', () => {
    const [task] = compileEvaluations(
      definitionOf(
        fileWith({
          units: LISTED.replace('name: system, ', ''),
          stage: '    policy: votes',
          question: '',
          record: '  gold: {better: {at: /better, values: {"0": 1, "1": 2, "2": 3}}}\n  votes: {better: "/votes[]"}',
        }),
      ),
    )
    const read = (value: Json) => {
      const reading = task?.read({ system: 's', item: '1', better: value })
      return reading?.ok ? reading.predictions[0]?.value : null
    }
    expect([1, 2, 3].map(read)).toEqual([['0'], ['1'], ['2']])
  })

  it('is given the texts under numbers that no place in the record tells, and proposes a unit', async () => {
    const protocol = protocolOf({})
    const { content } = readBy(protocol, PAIR)
    const units = protocol.stages[0].units(content, [], {})
    const [step] = compilePipeline(definitionOf(source), 'compared')?.steps ?? []
    if (!step) throw new Error('There is no step')
    const ordered = Object.entries(keysIn(units)).toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    const propose = async (values: string[]) => {
      const tools = scriptedTools({ answers: { judge: { inTurn: [{ answers: [{ number: 1, values, why: null }] }] } } })
      const { proposals = [] } = await step.run(
        { content, units, earlier: {}, proposals: [], notes: {} },
        tools,
        settingsOf(step),
      )
      return { proposals, asked: tools.used.asked }
    }
    const { proposals, asked } = await propose(['#2'])
    expect(proposals).toMatchObject([{ unit: 'item', question: 'better', value: [ordered[1]?.[1]] }])
    expect(asked[0]?.values.values).toBe(
      `- #1: ${ordered[0]?.[0]}\n- #2: ${ordered[1]?.[0]}\n- tie (Equal): Both are as good.`,
    )
    expect(JSON.stringify(asked)).not.toMatch(/model_/)
    expect((await propose(['tie'])).proposals).toMatchObject([{ value: 'tie' }])
    expect((await propose(['#1', 'tie'])).proposals).toEqual([])
    expect((await propose(['#1', '#2'])).proposals).toEqual([])
  })
})

describe('conditions', () => {
  it('see what was picked as units, and what is said instead as its value', () => {
    const source = fileWith({
      stage: '    rollUp: {long: "item.better.exists(s, size(s.text) > 8)", tied: item.better == "tie"}',
    })
    const protocol = compileProtocol(definitionOf(source))
    const rolled = (better: string) => {
      const record = { ...PAIR, better }
      const { stages, content } = goldOf(protocol, record, readBy(protocol, record))
      return rolledUp(
        protocol.stages[0],
        { content, units: stages.compare?.units ?? [] },
        { answers: stages.compare?.answers ?? {} },
      )
    }
    expect(rolled('model_b')).toMatchObject({ long: true, tied: false })
    expect(rolled('model_a')).toMatchObject({ long: false, tied: false })
    expect(rolled('tie')).toMatchObject({ tied: true })
  })

  it('refuse what nobody can say', () => {
    expect(problemsOf(fileWith({ stage: '    rollUp: {won: item.better == "model_a"}' }))).toEqual([
      expect.stringMatching(/^Nobody can choose "model_a" for "better"\./),
    ])
  })
})

it.each([
  [
    'no unit',
    { question: TIE, units: SIDES.replace('id: side', 'id: answer') },
    'The record gives no units called "side".',
  ],
  [
    'too many for keys',
    { units: LISTED.replace('max: 3', 'max: 12') },
    'Every side gets a key, and there may be 12. Say how many there are at most: max: 2, or up to 9.',
  ],
  ['any number', { units: LISTED.replace('max: 3, ', '') }, 'Every side gets a key, and there may be any number.'],
  [
    'more than there are',
    { question: 'max: 3' },
    '3 is no number of units that can be picked. Write a whole number from 1 to 2.',
  ],
  ['more than may be', { question: 'min: 2' }, '"min" is more than "max", which is 1. Write max as well.'],
  [
    'an option that is a name',
    { question: 'options: [{value: model_a, says: It is.}]' },
    '"model_a" is what one of the units is called in figures or in records. Choose another value.',
  ],
  ['one place', { units: '{id: side, from: record, places: {a: /a}}' }, 'There is one place only.'],
  [
    'places and a list',
    { units: SIDES.replace('places', 'each: /sides, places') },
    '"each" goes with a list, and "places" names a field for each side.',
  ],
  ['one place twice', { units: SIDES.replace('/response_b', '/response_a') }, 'Another text stands there.'],
  [
    'a shown name',
    { units: LISTED.replace('name: system', 'name: text') },
    'Annotators would see which side is whose: the units "side" stands there as well.',
  ],
  [
    'a list that is shown',
    { record: '', units: LISTED.replace('/sides', '/prompt') },
    'Annotators would see which side is whose: the content "prompt" stands there as well.',
  ],
  ['an answer in a text', { record: '  gold: {better: /response_a}' }, 'would be written over the units "side"'],
  ['union', { question: 'settle: union' }, '"union" does not go with the form pick. Use decide or aside.'],
  ['a level', { stage: '    measures: [{of: better, level: ordinal}]' }, 'Sets, spans and picks have no order.'],
  [
    'unknown words',
    { record: '  gold: {better: {at: /b, values: {model_c: c}}}' },
    'Nobody can answer "model_c" to "better". Did you mean',
  ],
  [
    'a field that is shown',
    { record: '  title: /response_a' },
    'Annotators would see which side is whose: record.title stands there as well.',
  ],
  [
    'a name that items are listed by',
    { units: LISTED, record: '  source: /sides/0/system' },
    'Annotators would see which side is whose: record.source stands there as well.',
  ],
  [
    'a name that is another unit',
    { units: `${LISTED}\n  - {id: note, from: record, each: /sides, text: system}` },
    'Annotators would see which side is whose: the units "note" stands there as well.',
  ],
  [
    'a name within what is listed',
    {
      units:
        '{id: q, from: record, each: /questions, text: ask}\n  - {id: side, from: record, of: q, each: sides, text: text, name: system, max: 2}',
      question: 'on: q',
      record: '  title: /questions',
    },
    'Annotators would see which side is whose: record.title stands there as well.',
  ],
  [
    'words that another answer has',
    { record: '  gold: {better: {at: /b, values: {tie: model_a}}}' },
    '"model_a" is written so as well, so that it could not be read again.',
  ],
  [
    'a separator for one',
    { record: '  gold: {better: {at: /b, separator: "|"}}' },
    'One is picked, so that nothing has to be parted.',
  ],
])('refuses a file with %s', (_, parts, message) => {
  expect(problemsOf(fileWith(parts)).join('\n')).toContain(message)
})

it('gives every pick of a stage keys of its own', () => {
  const source = fileWith({}).replace(
    'guidelines:',
    '      - {id: safer, ask: Which is safer?, form: pick, of: side}\nguidelines:',
  )
  const { stages } = definitionOf(source)
  expect(
    stages[0]?.questions.map(({ picks, options }) => [...(picks?.keys ?? []), ...options.map(({ key }) => key)]),
  ).toEqual([
    ['1', '2', 't'],
    ['3', '4'],
  ])
})

describeConformance(protocolOf({ units: LISTED, question: `max: 2, ${TIE}` }), [
  {
    id: '1',
    prompt: 'Why?',
    sides: [
      { system: 'one', text: 'First.' },
      { system: 'two', text: 'Second.' },
    ],
    better: 'two',
  },
])
