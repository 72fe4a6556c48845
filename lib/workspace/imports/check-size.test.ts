import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  MAX_CONTENT_BYTES,
  MAX_PASSAGE_TEXT,
  MAX_RECORD_BYTES,
  MAX_SHOWN_TEXT,
  MAX_UNITS,
} from '@/lib/platform/foreign/records/limits'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { protocolById, stageByKey } from '@/lib/protocols'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { factorValidation } from '@/lib/protocols/factor-validation/factor-validation'
import type { Protocol } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { veriscoreVerification } from '@/lib/protocols/veriscore-verification/veriscore-verification'
import { describeData } from '@/tests/describe-data'
import { felmRecord } from '@/tests/felm-sample'
import { checkSize } from './check-size'
import { readItem, readItems } from './read-item'

function problemsOf(protocol: Protocol, value: JsonRecord) {
  const reading = readItem(protocol, { ok: true, line: 1, raw: JSON.stringify(value), value, notes: [] })
  if (!reading.ok) throw new Error(reading.problems[0]?.message)
  return checkSize(protocol, reading.item)
}

const felm = protocolById('felm')

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

  test('an id, a domain or a source that no list could be sorted by', () => {
    const fits = {
      prompt: 'Why?',
      response: 'So.',
      id: '7'.repeat(2_500),
      domain: 'd'.repeat(500),
      source: 'é'.repeat(1_000),
    }
    expect(problemsOf(felm, fits)).toEqual([])
    const long = { ...fits, id: `${fits.id}7`, domain: `${fits.domain}d`, source: `${fits.source}s` }
    expect(problemsOf(felm, long)).toEqual(
      [
        { field: 'id', message: 'The id has 2,501 bytes; lists take at most 2,500.' },
        { field: 'domain', message: 'The domain has 501 bytes; lists take at most 500.' },
        { field: 'source', message: 'The source has 2,001 bytes; lists take at most 2,000.' },
      ].map((each) => ({ ...each, fix: 'Shorten it, or keep it in another field of the record.' })),
    )
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

describe('what a page is sent of the largest items that come in', () => {
  const MOST_SENT = 2_000_000
  const sentOf = (protocol: Protocol, value: JsonRecord) => {
    const reading = readItem(protocol, { ok: true, line: 1, raw: JSON.stringify(value), value, notes: [] })
    if (!reading.ok) throw new Error(reading.problems[0]?.message)
    expect(checkSize(protocol, reading.item)).toEqual([])
    const { content, stages } = reading.item
    return stages.map(({ key, units }) => {
      const stage = stageByKey(protocol, key)
      return Buffer.byteLength(JSON.stringify({ content: stage.pageContent?.(content) ?? content, units }))
    })
  }

  test('of sentences and of page texts', () => {
    const response = 'It is so, and nobody says no. '.repeat(3_300)
    const refs = Array.from({ length: 8 }, () => 'r'.repeat(100_000))
    const record = felmRecord({
      prompt: 'p'.repeat(MAX_SHOWN_TEXT),
      response,
      segmented_response: undefined,
      labels: undefined,
      comment: undefined,
      type: undefined,
      ref: [],
      ref_contents: refs,
    })
    for (const bytes of sentOf(felm, record)) expect(bytes).toBeLessThan(MOST_SENT)
  })

  test('of evidence', () => {
    const claims = Array.from({ length: 20 }, (_, index) => `Claim ${index} says that it is so.`)
    const sentence = {
      decontext: 'It is so.',
      factCheck: 'yes',
      Most_importance_sentence: 'yes',
      Claims: claims,
      boolClaim: claims.map(() => 'factual'),
      Most_important_claim: claims.map(() => 'yes'),
      evidence: claims.map(() => Array.from({ length: 5 }, () => 'e'.repeat(10_000))),
      url: claims.map(() => Array.from({ length: 5 }, () => 'https://library.example/1')),
    }
    const sent = sentOf(factcheckBench, { sentence1: sentence })
    expect(sent.some((bytes) => bytes > 1_000_000)).toBe(true)
    for (const bytes of sent) expect(bytes).toBeLessThan(MOST_SENT)
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
