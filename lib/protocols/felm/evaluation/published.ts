/**
 * Machine outputs on all 532 segments of world knowledge, published with OpenFactCheck under the names of the columns that FELM’s ratings
 * have. The paper has no row of them, so that only the recomputation stands beside a report.
 */
import type { PublishedFigure, PublishedRows } from '@/lib/protocols/evaluation'

/** Precision, recall and F1 of errors, and balanced accuracy; abstentions left out. */
const FIGURES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  pplx: [0.397, 0.313, 0.35, 0.566],
  factool: [0.358, 0.538, 0.43, 0.584],
  factscore: [0.364, 0.429, 0.394, 0.571],
  langchain: [0.554, 0.442, 0.492, 0.657],
}
const KEYS = ['precision', 'recall', 'f1', 'balancedAccuracy'] as const

/** `stratum`: how the task tells segments of world knowledge. */
export const machineOutputs = (stratum: NonNullable<PublishedFigure['stratum']>): PublishedRows => ({
  source: 'Machine outputs on FELM’s world knowledge, published with OpenFactCheck',
  targets: 532,
  figures: Object.entries(FIGURES).flatMap(([system, values]) =>
    KEYS.map((figure, index) => ({ system, figure, stratum, printed: null, recomputed: values[index] ?? Number.NaN })),
  ),
})
