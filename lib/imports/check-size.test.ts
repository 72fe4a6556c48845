import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { factorValidation } from '@/lib/protocols/factor-validation/factor-validation'
import { felm } from '@/lib/protocols/felm/felm'
import { felmRecord } from '@/lib/protocols/felm/sample-records'
import type { Protocol } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { veriscoreVerification } from '@/lib/protocols/veriscore-verification/veriscore-verification'
import { describeData } from '@/tests/describe-data'
import { checkSize } from './check-size'
import { readItem, readItems } from './read-item'
import { MAX_CONTENT_BYTES, MAX_PASSAGE_TEXT, MAX_RECORD_BYTES, MAX_SHOWN_TEXT, MAX_UNITS } from './reading/limits'
import { readRecords } from './reading/read-records'

function problemsOf(protocol: Protocol, value: JsonRecord) {
  const reading = readItem(protocol, { ok: true, line: 1, raw: JSON.stringify(value), value, notes: [] })
  if (!reading.ok) throw new Error(reading.problems[0]?.message)
  return checkSize(protocol, reading.item)
}

describe('a record that is too large to be worked on', () => {
  test('at the limit it passes', () => {
    expect(problemsOf(felm, { prompt: 'p'.repeat(MAX_SHOWN_TEXT), response: 'So.' })).toEqual([])
  })

  test('a text that is read as a whole: the field, its length, and what to do', () => {
    const response = 'r'.repeat(MAX_SHOWN_TEXT + 1)
    expect(problemsOf(felm, { prompt: 'Why?', response })).toEqual([
      {
        field: 'response',
        message: 'The text "Response" has 100,001 characters; at most 100,000 are read as a whole.',
        fix: 'Split the record into several, or leave out what nobody has to read.',
      },
    ])
  })

  test('a text that is put together from several fields: the longest of them', () => {
    const sentence = (text: string) => ({ decontext: text, factCheck: 'yes', Claims: [], boolClaim: [] })
    const record = { sentence1: sentence('It is. '.repeat(2_000)), sentence2: sentence('It was. '.repeat(12_000)) }
    expect(problemsOf(factcheckBench, record)[0]).toMatchObject({ field: 'sentence2.decontext' })
  })

  test('too many units', () => {
    const response = 'So.\n'.repeat(MAX_UNITS + 1)
    expect(problemsOf(felm, { prompt: 'Why?', response })[0]?.message).toMatch(
      /^This makes 5,00\d units \(sentences, claims, passages\); an item has at most 5,000 in a stage\.$/,
    )
  })

  test('everything together', () => {
    const text = 'x'.repeat(90_000)
    const record = felmRecord({ ref_contents: Array.from({ length: 13 }, () => text) })
    expect(problemsOf(felm, record)).toEqual([
      {
        field: '',
        message: 'What people would have to read has 1.18 MB; an item has at most 1.1 MB.',
        fix: 'Split the record into several, or leave out what nobody has to read.',
      },
    ])
  })
})

/** Files with the longest texts, the most units and the longest records of all that were published. */
const LARGEST: readonly [Protocol, string][] = [
  [felm, 'felm/felm_all.jsonl'],
  [factcheckBench, 'factcheckbench/factcheck-GPT-benchmark.jsonl'],
  [veriscoreVerification, 'veriscore/evidence_sharegpt_olmo.reconstructed.jsonl'],
  [factorValidation, 'factor/news_factor.csv'],
]

describeData('published records', { files: LARGEST.map(([, file]) => file) }, (folder) => {
  test.each(LARGEST)('$id: $1 needs less than a tenth of every limit', async (protocol, file) => {
    for await (const entry of readRecords(fs.createReadStream(path.join(folder.path, file)))) {
      if (!entry.ok) continue
      expect(Buffer.byteLength(entry.raw) * 10).toBeLessThan(MAX_RECORD_BYTES)
      for (const reading of readItems(protocol, entry).readings) {
        if (!reading.ok) continue
        const { content, stages } = reading.item
        const units = stages.flatMap((stage) => stage.units)
        expect(Buffer.byteLength(JSON.stringify(content)) * 10).toBeLessThan(MAX_CONTENT_BYTES)
        expect(Math.max(...protocol.present(content).map(({ text }) => text.length)) * 10).toBeLessThan(MAX_SHOWN_TEXT)
        expect(Math.max(...units.map(({ text }) => text.length)) * 10).toBeLessThan(MAX_PASSAGE_TEXT)
        expect(Math.max(...stages.map((stage) => stage.units.length)) * 10).toBeLessThan(MAX_UNITS)
      }
    }
  })
})
