import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { exportFormats, formats } from '.'
import { benchmarkNames as names } from './dialects'
import { goldOf, readAs } from './sample-documents'
import { benchmarkShape, sentencesIn } from './shapes'

// Published records, outside the project.
const folder = process.env.ASSAY_DATA_DIR

function linesOf(...place: string[]): JsonRecord[] {
  if (!folder) return []
  const lines = readFileSync(path.join(folder, ...place), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as JsonRecord)
}

const documents = linesOf('factcheckbench', 'factcheck-GPT-benchmark.jsonl')
const golds = documents.map((record) => goldOf(record))

/** The lines of one subtask's file, published and regenerated from the gold of all documents, side by side. */
function subtask(number: number): { published: JsonRecord; written: JsonRecord; gold: GoldRecord }[] {
  const format = exportFormats[number - 1]
  if (!format || !folder) return []
  const files = readdirSync(path.join(folder, 'factcheckbench'))
  const published = linesOf('factcheckbench', files.find((name) => name.startsWith(`subtask${number}`)) ?? '')
  const written = golds.flatMap((gold) => format.write(gold).map((line) => ({ line, gold })))
  expect(written).toHaveLength(published.length)
  return written.map(({ line, gold }, index) => ({
    published: published[index] ?? {},
    written: isJsonRecord(line) ? line : {},
    gold,
  }))
}

const differing = (number: number) =>
  subtask(number).filter(({ published, written }) => JSON.stringify(published) !== JSON.stringify(written))

const sentencesOf = ({ source }: GoldRecord): JsonRecord[] =>
  isJsonRecord(source) ? sentencesIn(benchmarkShape, source).map(({ value }) => value as JsonRecord) : []

describe.skipIf(!folder)('the published documents (set ASSAY_DATA_DIR to compare)', () => {
  it('all read as benchmark records, with the gold of three stages', () => {
    for (const record of documents) {
      const { format, read } = readAs(record)
      expect(format.key).toBe('benchmark')
      expect(Object.keys(read.answers ?? {})).toEqual(['decompose', 'verify', 'merge'])
    }
  })

  it('come out as gold exactly as they went in', () => {
    for (const gold of golds) expect(benchmark.write?.(gold)).toEqual(gold.source)
  })

  it('keep their labels when nothing of the record is known but the gold', () => {
    const derived = ['response_factuality', 'prompt', 'response']
    for (const gold of golds) {
      const fresh = benchmark.write?.({ ...gold, source: {} }) as JsonRecord
      for (const field of derived) expect(fresh[field]).toEqual((gold.source as JsonRecord)[field])
      const sentences = sentencesIn(benchmarkShape, fresh).map(({ value }) => value as JsonRecord)
      for (const [index, own] of sentencesOf(gold).entries()) {
        for (const field of [names.label, names.labels, names.types, names.stances, names.edits, names.evidence]) {
          expect(sentences[index]?.[field]).toEqual(own[field])
        }
      }
    }
  })
})

const benchmark = formats[0]

describe.skipIf(!folder)('the subtask files regenerated from gold', () => {
  it('hold the same sentences, but for small fixes made in the file itself', () => {
    for (const { published, written, gold } of differing(1)) {
      expect(written.checkworthy).toBe(published.checkworthy)
      const own = sentencesOf(gold).find((sentence) => sentence[names.decontext] === written.sentence)
      expect(own, 'a decontextualised text stands as the document has it').toBeDefined()
    }
  })

  it('hold the same claims and stances', () => {
    expect(differing(2)).toEqual([])
    expect(differing(3)).toEqual([])
  })

  it('hold the same verdicts, but for later rewordings of corrections', () => {
    for (const { published, written } of differing(4)) {
      expect(written).toEqual({ ...published, revised_claim: written.revised_claim })
      expect(published.label).toBe('false')
    }
  })

  it('hold the same revisions, but for lists of claims that were reworded or left out by hand', () => {
    for (const { published, written, gold } of differing(5)) {
      expect(written).toEqual({ ...published, 'claim list': written['claim list'] })
      const whole = sentencesOf(gold).flatMap((sentence) => sentence[names.revisedClaims] as Json[])
      expect(written['claim list']).toEqual(whole)
    }
  })
})

describe.skipIf(!folder)('Factbench', () => {
  const rows = linesOf('factbench', 'Factbench.jsonl')
  const format = formats.find(({ key }) => key === 'factbench')

  it('reads every row of its four sources and writes it back as it was', () => {
    for (const row of rows) {
      expect(readAs(row).format.key).toBe('factbench')
      expect(format?.write?.(goldOf(row))).toEqual(row)
    }
  })

  it('is what the gold of the same documents says', () => {
    const own = rows.filter(({ source }) => source === 'factcheckgpt')
    expect(own).toHaveLength(golds.length)
    for (const [index, gold] of golds.entries()) {
      const written = format?.write?.({ ...gold, source: {} }) as JsonRecord
      expect(written.claim_labels).toEqual(own[index]?.claim_labels)
      expect(written.response_label).toEqual(own[index]?.response_label)
    }
  })
})
