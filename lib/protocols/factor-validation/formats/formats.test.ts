import { describe, expect, it } from 'vitest'
import { countingAnswers } from '@/lib/protocols/completeness'
import { withEvidence } from '@/lib/protocols/factor-validation/prefill/with-evidence'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { answersRecord, documentRecord, factorRow } from '@/lib/protocols/factor-validation/sample-records'
import { validateStage } from '@/lib/protocols/factor-validation/stage'
import { exampleUnits } from '@/lib/protocols/factor-validation/units'
import type { Answers, GoldRecord, Json } from '@/lib/protocols/protocol'
import { formats } from './index'
import { writeAnswersRecord, writePassed, writeRow, writeTextRow, writeValidatedRow } from './write'

function readRecord(record: Json) {
  const format = formats.find((each) => each.recognises(record))
  const read = format?.read(record)
  if (!format || !read?.ok) throw new Error(`Not read: ${JSON.stringify(read)}`)
  return { format: format.key, ...read.record }
}

function goldOf(source: Json, answers?: Answers, content = readRecord(source).content): GoldRecord {
  const given = answers ?? readRecord(source).answers?.[VALIDATE] ?? {}
  const units = exampleUnits(content)
  return {
    source,
    content,
    stages: { [VALIDATE]: { units, answers: countingAnswers(validateStage, { content, units }, given) } },
  }
}

const good = { nonFactual: true, fluent: true, selfConsistent: true, errorType: 'entity' }
const allGood: Answers = { c1: good, c2: { ...good, errorType: 'link' }, c3: good }

describe('reading', () => {
  it('tells rows, records and documents apart', () => {
    const kinds = [factorRow(), factorRow({ doc_id: 3 }), answersRecord(), documentRecord()]
    expect(kinds.map((record) => readRecord(record).format)).toEqual([
      'factor-csv',
      'factor-jsonl',
      'factor-answers',
      'document',
    ])
  })

  it('knows the set by its column, or the expert file by its own', () => {
    expect(readRecord(factorRow())).toMatchObject({ source: null, externalId: '7' })
    expect(readRecord(factorRow({ set: 'news' }))).toMatchObject({ source: 'news', externalId: 'news-7' })
    expect(readRecord(factorRow({ context: 'So far.' }))).toMatchObject({ source: 'expert', externalId: 'expert-7' })
    expect(readRecord(factorRow({ '': undefined }))).toMatchObject({ externalId: '12' })
  })

  it('warns of contradictions that are empty, twice there, or the completion', () => {
    const { completion, contradiction_0 } = factorRow()
    const given = factorRow({ contradiction_1: '', contradiction_2: contradiction_0, contradiction_3: completion })
    expect(readRecord(given).warnings.map(({ field }) => field)).toEqual([
      'contradiction_1',
      'contradiction_2',
      'contradiction_3',
    ])
  })

  it.each([
    [factorRow({ full_prefix: ' ' }), 'full_prefix'],
    [factorRow({ contradiction_0: '', contradiction_1: '', contradiction_2: '' }), 'contradiction_0'],
    [answersRecord({ contradictions: [] }), 'contradictions'],
    [answersRecord({ contradictions: [{ text: 'A.', error_type: 'typo' }] }), 'contradictions[0].error_type'],
    [documentRecord({ text: '' }), 'text'],
  ])('refuses what cannot be used: %#', (record, field) => {
    const read = formats.find((format) => format.recognises(record))?.read(record)
    expect(read?.ok === false && read.problems.map((problem) => problem.field)).toEqual([field])
  })

  it('takes answers as gold only where all are there', () => {
    const half = answersRecord({ contradictions: [{ text: 'A.', non_factual: true, fluent: true }, { text: 'B.' }] })
    const { answers, warnings } = readRecord(half)
    expect([answers, warnings.map(({ field }) => field)]).toEqual([null, ['contradictions']])
    expect(readRecord(answersRecord({ contradictions: ['A.', 'B.'] }))).toMatchObject({ answers: null, warnings: [] })
  })
})

describe('writing', () => {
  it('keeps a row as it is, whatever was judged', () => {
    expect(writeTextRow(goldOf(factorRow(), { c1: { nonFactual: false } }))).toEqual(factorRow())
    const json = factorRow({ longest_completions: 15.5, doc_id: 4 })
    expect(writeRow(goldOf(json, allGood))).toEqual(json)
    expect(writeTextRow(goldOf(json, allGood))).toMatchObject({ longest_completions: '15.5', doc_id: '4' })
  })

  it('writes what was judged into Assay’s record', () => {
    const record = writeAnswersRecord(goldOf(factorRow(), allGood))
    expect(readRecord(record)).toMatchObject({ format: 'factor-answers', answers: { [VALIDATE]: allGood } })
    const changed = { ...allGood, c3: { ...good, nonFactual: false, errorType: null } }
    const again = writeAnswersRecord(goldOf(record, changed))
    expect(readRecord(again).answers?.[VALIDATE]?.c3).toEqual({ nonFactual: false, fluent: true, selfConsistent: true })
  })

  it('writes a validated row only where three contradictions pass, with their types', () => {
    expect(writeValidatedRow(goldOf(factorRow(), allGood))).toEqual([
      { ...factorRow(), error_type_0: 'entity', error_type_1: 'link', error_type_2: 'entity' },
    ])
    const poor = { ...allGood, c2: { ...good, fluent: false } }
    expect(writeValidatedRow(goldOf(factorRow(), poor))).toEqual([])
    const four = factorRow({
      contradiction_3: 'The mayor opened a new school in 1962 after two years of building work.',
    })
    const [row] = writeValidatedRow(goldOf(four, { ...poor, c4: good }))
    expect(row).toMatchObject({ contradiction_1: four.contradiction_2, contradiction_2: four.contradiction_3 })
    expect(row).not.toHaveProperty('contradiction_3')
  })

  it('writes every contradiction that passed, and no example without one', () => {
    const [record] = writePassed(goldOf(factorRow(), { c1: good, c2: { nonFactual: false } }))
    expect(record).toMatchObject({ id: '7', contradictions: [{ error_type: 'entity', edit_distance: 3 }] })
    expect(writePassed(goldOf(factorRow(), {}))).toEqual([])
  })

  it('writes an example built of a document with the columns of the published files', () => {
    const source = documentRecord()
    const { content } = readRecord(source)
    const start = String(source.text).indexOf('Anna')
    const sentence = { start, end: start + 'Anna Keller was the engineer who had warned of it.'.length }
    const contradictions = ['Anna Keller was the mayor who had warned of it.'].map((text) => ({
      text,
      edit: null,
      type: 'entity',
      scores: null,
    }))
    const built = withEvidence(content, [
      { kind: 'sentence', sentence },
      { kind: 'contradictions', completion: 'Anna Keller was the engineer who had warned of it.', contradictions },
    ])
    const row = writeTextRow(goldOf(source, { c1: good }, built))
    expect(row).toMatchObject({
      doc_id: 'doc-1',
      completion: 'Anna Keller was the engineer who had warned of it.',
      contradiction_0: 'Anna Keller was the mayor who had warned of it.',
      longest_completions: '',
    })
    expect(row.full_prefix).toBe(String(source.text).slice(0, start))
    expect(row.turncated_prefixes).toBe(row.full_prefix)
  })
})
