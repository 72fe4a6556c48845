/** What a record holds once several stages, or sentences that were cut anew, are written into it. */
import { describe, expect, it } from 'vitest'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { compileProtocol } from './compile-protocol'

const question = (id: string, rest = '') =>
  `{id: ${id}, ask: Which?, on: sentence${rest}, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}`

const fileWith = ({ stages, gold = '{}', label = '' }: { stages: string; gold?: string; label?: string }) => `
assay: protocol/1
id: written
version: 1
title: Written
summary: Made for a test.
record:
  content: {text: /text}
  gold: ${gold}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text}
stages:
${stages}
${label}
guidelines: Read.
`

const TWO_STAGES = `
  - {id: first, questions: [${question('v')}]}
  - {id: second, questions: [${question('w')}]}`

function protocolOf(file: string) {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

const sentences = (...texts: string[]): UnitDraft[] => [
  { key: 'item', kind: 'item', text: texts.join(' ') },
  ...texts.map((text, index) => ({ key: `sentence-${index + 1}`, kind: 'sentence', text })),
]

/** The record with these answers about these units as its gold, by stage. */
function written(file: string, record: Json, units: readonly UnitDraft[], answers: { [stage: string]: Answers }): Json {
  const protocol = protocolOf(file)
  const [format] = protocol.formats
  const read = format.read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const gold = goldOf(protocol, record, read.record)
  const stages = Object.entries(answers).map(([stage, given]) => [stage, { units: [...units], answers: given }])
  return format.write?.({ ...gold, stages: Object.fromEntries(stages) }) ?? null
}

const TEXT = 'Ada wrote. Ada sang.'

describe('two stages about sentences that were cut', () => {
  const units = sentences('Ada wrote.', 'Ada sang.')
  const settled = {
    first: { 'sentence-1': { v: 'y' }, 'sentence-2': { v: 'n' } },
    second: { 'sentence-1': { w: 'n' }, 'sentence-2': { w: 'y' } },
  }
  const both = [
    { text: 'Ada wrote.', v: 'y', w: 'n' },
    { text: 'Ada sang.', v: 'n', w: 'y' },
  ]

  it('are both written where the record brings no sentences', () => {
    expect(written(fileWith({ stages: TWO_STAGES }), { text: TEXT }, units, settled)).toEqual({
      text: TEXT,
      sentences: both,
    })
  })

  it('are both written where the sentences of the record were split by hand', () => {
    const record = { text: TEXT, sentences: [{ text: TEXT, v: 'y' }] }
    expect(written(fileWith({ stages: TWO_STAGES }), record, units, settled)).toEqual({ text: TEXT, sentences: both })
  })
})

describe('a list of answers to sentences', () => {
  const file = fileWith({ stages: `  - {id: first, questions: [${question('v')}]}`, gold: '{v: "/labels[]"}' })
  const record = {
    text: 'One. Two. Three.',
    sentences: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    labels: ['y', 'n', 'y'],
  }

  it('has a place for each sentence after two were joined', () => {
    const units = sentences('One. Two.', 'Three.')
    const answers = { first: { 'sentence-1': { v: 'n' }, 'sentence-2': { v: 'n' } } }
    expect(written(file, record, units, answers)).toMatchObject({ labels: ['n', 'n'] })
    const { sentences: _, ...uncut } = record
    expect(written(file, uncut, units, answers)).toMatchObject({ labels: ['n', 'n'] })
  })

  it('stays beside a text that the record did not cut, where it has as many places', () => {
    const units = sentences('One.', 'Two.', 'Three.')
    const { sentences: _, ...uncut } = record
    const answers = { first: { 'sentence-1': { v: 'y' }, 'sentence-2': { v: 'n' }, 'sentence-3': { v: 'n' } } }
    expect(written(file, uncut, units, answers)).toMatchObject({ labels: ['y', 'n', 'n'] })
  })
})

describe('the label that a record states', () => {
  const about = (id: string, rest = '') => question(id, rest).replace(', on: sentence', '')
  const file = fileWith({
    stages: `  - {id: first, questions: [${about('v')}, ${about('w', ', when: item.v == "y"')}]}`,
    label: `
label:
  at: /label
  values: [{value: good, text: Good}, {value: bad, text: Bad}]
  rules: {own: {title: Own, says: It follows from w., is: 'given([item.w], item.w == "y" ? "good" : "bad")'}}`,
  })
  const sentence = sentences('Ada wrote.')
  const record = { text: 'Ada wrote.', sentences: [{ text: 'Ada wrote.' }], v: 'y', w: 'y', label: 'good' }

  it('is null where none follows from other answers', () => {
    const answers = { first: { item: { v: 'n' } } }
    expect(written(file, record, sentence, answers)).toEqual({ ...record, v: 'n', w: null, label: null })
  })

  it('stays where the answers stay, also where none follows from them', () => {
    const answers = { first: { item: { v: 'n' } } }
    const stated = { text: 'Ada wrote.', sentences: [{ text: 'Ada wrote.' }], v: 'n', label: 'good' }
    expect(written(file, stated, sentence, answers)).toBe(stated)
    expect(written(file, record, sentence, { first: { item: { v: 'y', w: 'y' } } })).toBe(record)
  })
})
