import 'server-only'
import { z } from 'zod'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Measure } from '@/lib/protocols/protocol'
import { keptFigures } from '@/lib/quality/agreement/ledger/kept-figures'
import { type Pattern, scaleOf } from '@/lib/quality/agreement/samples'
import { type Posteriors, posteriorsOf, stepsOfPosteriors } from './posteriors'

const posteriorsApart = calculation('posteriors', posteriorsOf, stepsOfPosteriors)

const keptPosterior = z.object({
  words: z.string().nullable(),
  iterations: z.number().nullable(),
  converged: z.boolean().nullable(),
  classes: z.array(z.array(z.number()).nullable()).nullable(),
})
export const posteriorsSchema: z.ZodType<Posteriors> = z.object({
  dawidSkene: keptPosterior,
  mace: keptPosterior,
  competence: z.array(z.object({ number: z.number(), value: z.number() })),
})

/** A measure of a project's stage, at one version of its ratings. */
export interface RatedMeasure {
  projectId: string
  /** Of the ledger that the patterns were read from. */
  version: string
  /** When they were. */
  readAt: Date
  /** The key of the measure's stage. */
  stage: string
}

/**
 * What models of raters make of the patterns of a measure, in their order; kept for as long as the ratings stay. It throws the signal's
 * reason where that ends it.
 */
export function getPosteriors(
  { projectId, version, readAt, stage }: RatedMeasure,
  measure: Measure,
  patterns: readonly Pattern[],
  signal?: AbortSignal,
): Promise<Posteriors> {
  const figuresKey = { projectId, key: `posteriors ${JSON.stringify([stage, measure.key])}`, version, readAt }
  return keptFigures(figuresKey, posteriorsSchema, () => posteriorsApart({ scale: scaleOf(measure), patterns }, signal))
}
