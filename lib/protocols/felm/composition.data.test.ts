import { expect, it } from 'vitest'
import type { GoldSummary } from '@/lib/protocols/protocol'
import { type DataFolder, expectedIn, felmFiles } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { felmRecords } from '@/tests/felm-records'
import { composition } from './composition'
import { readFelm } from './read'
import { segmentsStage } from './work'

interface ExpectedDomain {
  samples: number
  segments: number
  negative: number
  error_responses: number
}

function goldsFrom(folder: DataFolder): GoldSummary[] {
  return felmRecords(folder).map((record, position) => {
    const read = readFelm(record)
    if (!read.ok || !read.record.answers) throw new Error(`line ${position + 1} is not readable`)
    const { content, answers, segments } = read.record
    const units = segmentsStage.units(content, segments ?? [], {})
    const rollUp = segmentsStage.rollUp({ content, units }, answers.segments ?? {})
    return { position, content, stages: { segments: rollUp } }
  })
}

describeData('the composition of the published records', { files: [felmFiles], expected: ['felm'] }, (folder) => {
  it('is the one that was counted independently', () => {
    const { ALL, ...domains } = expectedIn<Record<string, ExpectedDomain>>(folder, 'felm')
    const expected = { ...domains, all: ALL }
    const rows = composition.panels(goldsFrom(folder)).find(({ key }) => key === 'sizes')?.rows ?? []
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
