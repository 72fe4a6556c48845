/** Vectors about tables of ratings, whichever way they are written. */
import { z } from 'zod'
import type { Label } from '@/lib/stats/ratings'
import type { Vector } from '@/tests/oracle/read-vectors'

const label = z.union([z.string(), z.number(), z.boolean()])
const rows = z.array(z.array(label.nullable()))
const counts = z.array(z.array(z.int().nonnegative()))

const inputSchema = z.object({
  units: rows.optional(),
  pairs: rows.optional(),
  table: counts.optional(),
  confusion: counts.optional(),
  categories: z.array(label).optional(),
  clusters: z.array(z.union([z.string(), z.number()])).optional(),
  options: z
    .object({
      weights: z.enum(['none', 'linear', 'quadratic']).default('none'),
      level: z.union([z.enum(['nominal', 'ordinal', 'interval', 'ratio']), z.number()]).optional(),
      average: z.enum(['units', 'raterPairs', 'pooled', 'unanimous']).default('units'),
      missing: z.enum(['listwise', 'generalised']).default('listwise'),
      statistic: z
        .enum(['cohen_kappa', 'percent_agreement', 'krippendorff_alpha_nominal', 'fleiss_kappa', 'macro_f1'])
        .optional(),
      resamples: z.int().optional(),
    })
    .prefault({}),
})

export type Unit = readonly (Label | null)[]

export interface RatingInput {
  /** Rows are units, columns are raters. */
  units: readonly Unit[]
  categories: readonly Label[] | undefined
  clusters: readonly (string | number)[] | undefined
  options: z.output<typeof inputSchema>['options']
}

export function ratingInput({ input }: Vector): RatingInput {
  const { units, pairs, table, confusion, categories, clusters, options } = inputSchema.parse(input)
  const cells = table ?? confusion
  const expanded = cells?.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [categories?.[i] ?? null, categories?.[j] ?? null])),
  )
  return { units: units ?? pairs ?? expanded ?? [], categories, clusters, options }
}

export const ratingsIn = (unit: Unit): Label[] => unit.filter((each) => each !== null)

/** Units with two ratings or more. */
export const pairable = (units: readonly Unit[]): readonly Unit[] => units.filter((unit) => ratingsIn(unit).length > 1)

/** Listwise deletion: units that everybody rated. */
export const complete = (units: readonly Unit[]): readonly Unit[] => units.filter((unit) => !unit.includes(null))

/** The smallest number of common units that two raters have, of those who have any. */
export function fewestInCommon(units: readonly Unit[]): number {
  const width = units[0]?.length ?? 0
  const common: number[] = []
  for (let a = 0; a < width; a++)
    for (let b = a + 1; b < width; b++) common.push(units.filter((unit) => unit[a] != null && unit[b] != null).length)
  return Math.min(...common.filter((n) => n > 0))
}
