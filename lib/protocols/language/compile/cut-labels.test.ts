/** Labels of a record that does not bring the pieces which they are about: they are read by the splitter's cut, or it is said why not. */
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { readStages } from '@/lib/protocols/read-stages'
import { compileProtocol } from './compile-protocol'

const choice = (id: string, rest = ', on: sentence') =>
  `{id: ${id}, ask: Which?${rest}, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}`

const fileWith = ({
  gold = '{verdict: "/labels[]", reason: "/reasons[]"}',
  each = ', each: /sentences',
  questions = `${choice('verdict')}, {id: reason, on: sentence, ask: Why?, form: text}`,
  later = '',
  rollUp = '',
} = {}) => `
assay: protocol/1
id: cut-labels
version: 1
title: Labels of what is cut
summary: Made for a test.
record:
  content: {text: /text}
  gold: ${gold}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text${each}}
stages:
  - id: first
    questions: [${questions}]
${rollUp}${later}
guidelines: Read.
`

function protocolOf(file: string) {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

function read(file: string, json: Json) {
  const protocol = protocolOf(file)
  const [format] = protocol.formats
  const found = format.read(json)
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  const { record } = found
  const gold = goldOf(protocol, json, record)
  return {
    protocol,
    record,
    gold,
    written: format.write?.(gold),
    messages: record.warnings.map((each) => each.message),
  }
}

const TEXT = 'Ada wrote. Ada sang. Goodbye!'
const PIECES = ['Ada wrote. ', 'Ada sang. ', 'Goodbye!']
const LABELLED = { text: TEXT, labels: ['y', 'n', 'y'], reasons: [null, 'She did not.', null] }

describe('labels without the pieces that they are about', () => {
  it('are read by the cut where the list has a place for each piece, as where the record brings the pieces', () => {
    const bare = read(fileWith(), LABELLED)
    const given = read(fileWith(), { ...LABELLED, sentences: PIECES })
    expect(bare.record.answers).toEqual({
      first: {
        'sentence-1': { verdict: 'y' },
        'sentence-2': { verdict: 'n', reason: 'She did not.' },
        'sentence-3': { verdict: 'y' },
      },
    })
    expect(bare.gold.stages).toEqual(given.gold.stages)
    expect(bare.messages).toEqual([])
  })

  it('are about the units that an import makes', () => {
    const { protocol, record, gold } = read(fileWith(), LABELLED)
    const [stage] = readStages(protocol, { ...record, votes: {} })
    expect(stage?.units).toEqual(gold.stages.first?.units)
    expect(stage?.answers).toEqual(gold.stages.first?.answers)
  })

  it('are written as they were', () => {
    expect(read(fileWith(), LABELLED).written).toEqual(LABELLED)
    expect(
      read(fileWith({ each: '', gold: '{verdict: "/labels[]", reason: "/reasons[]"}' }), LABELLED).written,
    ).toEqual(LABELLED)
  })

  it('are written with the pieces once these are others than the cut', () => {
    const { protocol, gold } = read(fileWith(), LABELLED)
    const units = ['Ada wrote. Ada sang.', 'Goodbye!'].map((text, index) => ({
      key: `sentence-${index + 1}`,
      kind: 'sentence',
      text,
    }))
    const answers = { 'sentence-1': { verdict: 'n' }, 'sentence-2': { verdict: 'y' } }
    expect(protocol.formats[0].write?.({ ...gold, stages: { first: { units, answers } } })).toEqual({
      text: TEXT,
      sentences: ['Ada wrote. Ada sang.', 'Goodbye!'],
      labels: ['n', 'y'],
      reasons: [null, null],
    })
  })

  it('are written with the pieces once something is said in their entries', () => {
    const file = fileWith({
      each: '',
      gold: '{verdict: "/labels[]"}',
      questions: `${choice('verdict')}, ${choice('tone')}`,
    })
    const { protocol, gold } = read(file, { text: TEXT, labels: ['y', 'n', 'y'] })
    const { units = [], answers = {} } = gold.stages.first ?? {}
    const more = { ...answers, 'sentence-2': { verdict: 'n', tone: 'y' } }
    expect(protocol.formats[0].write?.({ ...gold, stages: { first: { units, answers: more } } })).toEqual({
      text: TEXT,
      labels: ['y', 'n', 'y'],
      sentences: [{ text: 'Ada wrote. ' }, { text: 'Ada sang. ', tone: 'y' }, { text: 'Goodbye!' }],
    })
  })

  it('are not read where the list has more or fewer places, with both numbers', () => {
    const { record, messages } = read(fileWith(), { text: TEXT, labels: ['y', 'n'] })
    expect(record.answers).toBeNull()
    expect(messages).toEqual([
      'No label of this record is read: labels has 2 entries, and the splitter cuts "text" into 3 sentences, so that which belongs to which is unclear.',
    ])
    expect(record.warnings[0]).toMatchObject({
      field: 'labels',
      fix: 'Give one entry for each sentence, or the sentences as well, in the list /sentences.',
    })
  })

  it('are not read beside labels that are', () => {
    const file = fileWith({ questions: `${choice('verdict')}, ${choice('all', '')}`, gold: '{verdict: "/labels[]"}' })
    const { record, messages } = read(file, { text: TEXT, labels: ['y', 'n', 'y', 'n'], all: 'n' })
    expect(record.answers).toEqual({ first: { item: { all: 'n' } } })
    expect(messages).toEqual([
      'labels is not read: it has 4 entries, and the splitter cuts "text" into 3 sentences, so that which belongs to which is unclear.',
    ])
  })

  it('are read from the first on beside a list that has a place for each, as where the record brings the pieces', () => {
    const bare = read(fileWith(), { ...LABELLED, reasons: ['So.'] })
    const given = read(fileWith(), { ...LABELLED, reasons: ['So.'], sentences: PIECES })
    expect(bare.record.answers).toEqual(given.record.answers)
    expect(bare.messages).toEqual(['reasons has 1 entry for 3 sentences: which belongs to which is unclear.'])
    expect(given.messages).toEqual(bare.messages)
  })
})

describe('a record with labels of which none is read', () => {
  it('is warned of where they stand in no list', () => {
    const { messages } = read(fileWith(), { text: TEXT, labels: { a: 'y' } })
    expect(messages).toEqual(['No label of this record is read: labels is no list with an entry for each sentence.'])
  })

  it('is warned of where it has those of a later stage only', () => {
    const file = fileWith({
      gold: '{verdict: "/labels[]"}',
      questions: choice('verdict'),
      later: `  - {id: second, questions: [${choice('last', '')}]}`,
    })
    const { record, messages } = read(file, { text: TEXT, last: 'y' })
    expect(record.answers).toBeNull()
    expect(messages).toEqual([
      'No label of this record is read: last belongs to the stage "second", and the record has no label of the stage "first" before it.',
    ])
  })

  it('is warned of where there is nothing that they are about', () => {
    const file = fileWith({ gold: '{verdict: "/labels[]"}', questions: choice('verdict') }).replace(
      'from: splitter, text: text, each: /sentences',
      'from: record, each: /sentences',
    )
    const { messages } = read(file, { text: TEXT, labels: ['y'] })
    expect(messages).toEqual([
      'labels has 1 entry for 0 sentences: which belongs to which is unclear. No label of this record is read.',
    ])
  })

  it('is no record without labels', () => {
    const unlabelled: Json[] = [
      { text: TEXT },
      { text: TEXT, labels: [] },
      { text: TEXT, labels: [null, null, null], reasons: ['', ''] },
      { text: TEXT, labels: null, other: 'y' },
      { text: TEXT, sentences: PIECES },
    ]
    for (const json of unlabelled)
      expect(read(fileWith(), json).messages.filter((message) => message.includes('No label'))).toEqual([])
  })
})
