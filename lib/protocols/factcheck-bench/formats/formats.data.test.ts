import { expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type DataFolder, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { exportFormats, formats } from '.'
import { benchmarkNames as names } from './dialects'
import { goldOf, readAs } from './sample-documents'
import { benchmarkShape, sentencesIn } from './shapes'

const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'
const FACTBENCH = 'factbench/Factbench.jsonl'
const SUBTASKS = [
  'factcheckbench/subtask1_sentence_checkworthiness.jsonl',
  'factcheckbench/subtask2_claim_checkworthiness.jsonl',
  'factcheckbench/subtask3_claim_evidence_stance.jsonl',
  'factcheckbench/subtask4_claim_factuality.jsonl',
  'factcheckbench/subtask5_revision.jsonl',
] as const

/** The gold of all documents. */
const goldsIn = (folder: DataFolder): GoldRecord[] => recordsIn(folder, BENCHMARK).map(goldOf)

interface Line {
  published: JsonRecord
  written: JsonRecord
  gold: GoldRecord
}

/** The lines of one subtask's file, published and regenerated from the gold of all documents, side by side. */
function subtask(folder: DataFolder, golds: readonly GoldRecord[], number: number): Line[] {
  const format = exportFormats[number - 1]
  const file = SUBTASKS[number - 1]
  if (!format || !file) throw new Error(`There is no subtask ${number}`)
  const published = recordsIn(folder, file)
  const written = golds.flatMap((gold) => format.write(gold).map((line) => ({ line, gold })))
  expect(written).toHaveLength(published.length)
  return written.map(({ line, gold }, index) => ({
    published: published[index] ?? {},
    written: isJsonRecord(line) ? line : {},
    gold,
  }))
}

const sentencesOf = ({ source }: GoldRecord): JsonRecord[] =>
  isJsonRecord(source) ? sentencesIn(benchmarkShape, source).map(({ value }) => value as JsonRecord) : []

describeData('the published documents', { files: [BENCHMARK] }, (folder) => {
  const documents = recordsIn(folder, BENCHMARK)
  const golds = documents.map(goldOf)

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

describeData('the subtask files regenerated from gold', { files: [BENCHMARK, ...SUBTASKS] }, (folder) => {
  const golds = goldsIn(folder)
  const differing = (number: number) =>
    subtask(folder, golds, number).filter(
      ({ published, written }) => JSON.stringify(published) !== JSON.stringify(written),
    )

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

const factbench = formats.find(({ key }) => key === 'factbench')

describeData('Factbench', { files: [FACTBENCH] }, (folder) => {
  const rows = recordsIn(folder, FACTBENCH)

  it('reads every row of its four sources and writes it back as it was', () => {
    for (const row of rows) {
      expect(readAs(row).format.key).toBe('factbench')
      expect(factbench?.write?.(goldOf(row))).toEqual(row)
    }
  })
})

describeData('Factbench beside the benchmark', { files: [FACTBENCH, BENCHMARK] }, (folder) => {
  it('is what the gold of the same documents says', () => {
    const golds = goldsIn(folder)
    const own = recordsIn(folder, FACTBENCH).filter(({ source }) => source === 'factcheckgpt')
    expect(own).toHaveLength(golds.length)
    for (const [index, gold] of golds.entries()) {
      const written = factbench?.write?.({ ...gold, source: {} }) as JsonRecord
      expect(written.claim_labels).toEqual(own[index]?.claim_labels)
      expect(written.response_label).toEqual(own[index]?.response_label)
    }
  })
})
