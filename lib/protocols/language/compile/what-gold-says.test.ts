/** What gold writes into a record where it says nothing, and where it says No. */
import { describe, expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { compileProtocol } from './compile-protocol'

const FILE = `assay: protocol/1
id: checked
version: 1
title: Checked
summary: Made for a test.
record:
  content: {text: /text}
  gold: {minutes: /spent}
show:
  - {title: Text, text: text}
stages:
  - id: check
    questions:
      - {id: verdict, ask: Is it right?, form: choice, options: [{value: right, key: r, says: Yes.}, {value: wrong, key: w, says: No.}]}
      - {id: quoted, ask: Is it quoted?, form: flag, key: t, when: item.verdict == "wrong"}
      - {id: comment, ask: What is wrong?, form: text, settle: aside, when: item.verdict == "wrong"}
      - {id: kinds, ask: Which kinds?, form: set, required: false, settle: aside, options: [{value: year, key: "1", says: Years.}, {value: name, key: "2", says: Names.}]}
      - {id: minutes, ask: How long did it take?, form: number, required: false, settle: aside}
      - {id: words, ask: Which words?, form: span, in: text, required: false, settle: aside}
guidelines: Read.
`

const RECORD = {
  text: 'In 1815.',
  verdict: 'wrong',
  comment: 'The year.',
  kinds: ['year'],
  spent: 2.5,
  words: [{ start: 3, end: 7, text: '1815', note: 'kept' }],
}

/** The record with these answers about the item as its gold. */
function written(item: Record<string, Json>, record: Json = RECORD, file = FILE): Json {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const protocol = compileProtocol(checked.definition)
  const [format] = protocol.formats
  const read = format.read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const gold = goldOf(protocol, record, read.record)
  const answers: Answers = { item }
  const units = gold.stages.check?.units ?? [{ key: 'item', kind: 'item', text: '' }]
  return format.write?.({ ...gold, stages: { check: { units, answers } } }) ?? null
}

describe('what everybody keeps for themselves', () => {
  it('stays in the record as it is, where gold holds none of it', () => {
    expect(written({ verdict: 'wrong', quoted: false })).toEqual({ ...RECORD, quoted: false })
  })

  it('is that of gold where gold has one, such as where all say the same', () => {
    expect(written({ verdict: 'wrong', comment: 'Another year.', kinds: ['name'] })).toEqual({
      ...RECORD,
      comment: 'Another year.',
      kinds: ['name'],
    })
  })

  it('goes with its question: of one that is not asked any more no answer is left', () => {
    expect(written({ verdict: 'right' })).toEqual({ ...RECORD, verdict: 'right', comment: null })
  })
})

describe('a flag that was settled as No', () => {
  it('is written where the record has no such field, or null in it: nobody had been asked', () => {
    expect(written({ verdict: 'wrong', quoted: false })).toMatchObject({ quoted: false })
    expect(written({ verdict: 'wrong', quoted: false }, { ...RECORD, quoted: null })).toMatchObject({ quoted: false })
    expect(written({ verdict: 'wrong', quoted: true })).toMatchObject({ quoted: true })
  })

  it('is not written where nobody was asked, so that a record goes round as it came', () => {
    expect(written({ verdict: 'wrong' })).toBe(RECORD)
    expect(written({ verdict: 'right' })).not.toHaveProperty('quoted')
    const known = { ...RECORD, quoted: false }
    expect(written({ verdict: 'wrong' }, known)).toBe(known)
  })

  it('is written in the words of the file, and left out where these are null', () => {
    const withWords = (no: string) =>
      FILE.replace('{minutes: /spent}', `{minutes: /spent, quoted: {at: /quoted, values: {true: "yes", false: ${no}}}}`)
    const settled = { verdict: 'wrong', quoted: false }
    expect(written(settled, RECORD, withWords('"no"'))).toEqual({ ...RECORD, quoted: 'no' })
    expect(written(settled, RECORD, withWords('null'))).toEqual(RECORD)
    expect(written(settled, { ...RECORD, quoted: 'yes' }, withWords('null'))).toEqual({ ...RECORD, quoted: null })
  })
})
