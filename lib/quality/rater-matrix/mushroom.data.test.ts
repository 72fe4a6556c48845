/** Raw marks of Mu-SHROOM (Vázquez et al. 2025), cleaned as its authors do: its published labels, and figures that others computed. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { CutText, cleanMarks } from '@/lib/protocols/clean-marks'
import { filesIn, recordsIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { type ComparisonReport, matrixOptionsSchema } from './contract'
import { reportOf } from './report'

const pair = z.tuple([z.number(), z.number()])
const recordSchema = z.object({
  id: z.string(),
  model_output_text: z.string(),
  soft_labels: z.array(z.object({ start: z.number(), end: z.number(), prob: z.number() })),
  hard_labels: z.array(pair),
  annotations: z.record(z.string(), z.array(pair)),
})
const WITHIN = 'next/mushroom/splits/test_labeled/v1'
const STATISTICS = 'next/expected_stats.json'
const statisticsSchema = z.object({
  mushroom: z.record(z.string(), z.unknown()),
})
interface Statistics {
  items: number
  annotators_per_item: Record<string, number>
  character_f1_micro_over_pairs_cleaned: number
  alpha_characters_cleaned: number
}

describeData('raw marks of Mu-SHROOM', { files: [WITHIN, STATISTICS] }, (folder) => {
  const { mushroom } = statisticsSchema.parse(JSON.parse(textIn(folder, STATISTICS)))
  const files = filesIn(folder, { within: WITHIN, named: /\.jsonl$/ })

  it.each(files)('%s', (name) => {
    const records = recordsIn(folder, path.join(WITHIN, name)).map((record) => recordSchema.parse(record))
    const texts = records.map(({ id, model_output_text: text, annotations }) => {
      const cut = new CutText([...text])
      const lanes = Object.entries(annotations).map(([annotator, marks]) => [annotator, cleanMarks(cut, marks)])
      return { item: id, text, spans: Object.fromEntries(lanes) }
    })
    const report = reportOf(
      new TextEncoder().encode(texts.map((each) => JSON.stringify(each)).join('\n')),
      matrixOptionsSchema.parse({ resamples: '100', overlapping: 'true' }),
    ) as ComparisonReport
    const soft = report.texts?.map(({ soft: runs }) =>
      runs.map(({ start, end, share }) => ({ start, end, prob: Number(share.toFixed(10)) })),
    )
    expect(soft).toEqual(
      records.map(({ soft_labels }) => soft_labels.map(({ start, end, prob }) => ({ start, end, prob }))),
    )
    const hard = report.texts?.map(({ majority }) => majority.map(({ start, end }) => [start, end]))
    expect(hard).toEqual(records.map(({ hard_labels }) => hard_labels))
    const known = mushroom[name.replace(/^mushroom\.|\.extra\.jsonl$/g, '')] as Statistics | undefined
    const figure = (key: string) => report.all.figures.find((each) => each.key === key)?.estimate.value
    expect(records).toHaveLength(known?.items ?? -1)
    expect(figure('characterF1')).toBeCloseTo(known?.character_f1_micro_over_pairs_cleaned ?? -1, 5)
    // Where as many rated each text, alpha over pairs differs from that over all in the correction for small samples only.
    if (Object.keys(known?.annotators_per_item ?? {}).length === 1)
      expect(figure('characterAlpha')).toBeCloseTo(known?.alpha_characters_cleaned ?? -1, 3)
  })
})
