import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GoldSummary, Json } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { readFelm } from './read'
import { segmentsStage } from './stage'

// Published records and counts made from exactly these, both outside the project.
const folder = process.env.ASSAY_DATA_DIR

interface ExpectedDomain {
  samples: number
  segments: number
  negative: number
  error_responses: number
}

function goldsFrom(from: string): GoldSummary[] {
  const files = readdirSync(path.join(from, 'felm')).filter((name) => name.endsWith('.jsonl'))
  const lines = files.flatMap((name) => readFileSync(path.join(from, 'felm', name), 'utf8').split('\n'))
  return lines
    .filter((line) => line.trim() !== '')
    .map((line, position) => {
      const read = readFelm(JSON.parse(line.replace(/:\s*NaN\b/g, ': null')) as Json)
      if (!read.ok || !read.record.answers) throw new Error(`line ${position + 1} is not readable`)
      const { content, answers, segments } = read.record
      const units = segmentsStage.units(content, segments ?? [], {})
      const rollUp = segmentsStage.rollUp({ content, units }, answers.segments ?? {})
      return { position, content, stages: { segments: rollUp } }
    })
}

describe('the composition of the published records', () => {
  it.runIf(folder)('is the one that was counted independently (needs ASSAY_DATA_DIR)', () => {
    const from = folder ?? ''
    const file = readFileSync(path.join(from, 'expected', 'expected_stats.json'), 'utf8')
    const { ALL, ...domains } = (JSON.parse(file) as { felm: Record<string, ExpectedDomain> }).felm
    const expected = { ...domains, all: ALL }
    const rows = composition.panels(goldsFrom(from)).find(({ key }) => key === 'sizes')?.rows ?? []
    const found = rows.map(({ key, cells: [responses, segments, falseOnes, withError] }) => [
      key,
      [responses?.value, segments?.value, falseOnes?.part, withError?.part],
    ])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([key, row]) => [
          key,
          [row?.samples, row?.segments, row?.negative, row?.error_responses],
        ]),
      ),
    )
  })
})
