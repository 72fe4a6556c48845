/** Which intervals are computed and kept together, and what that costs. Pure. */
import { z } from 'zod'
import { sliceKinds } from '@/lib/workspace/items/contract'
import { estimateSchema } from './contract'

/** Named in kept figures and in jobs by this as JSON. */
export const intervalSetSchema = z.union([
  z.tuple([z.literal('stage'), z.string()]).readonly(),
  z.tuple([z.literal('pairs'), z.string(), z.string()]).readonly(),
  z.tuple([z.literal('slices'), z.enum(sliceKinds), z.string(), z.string()]).readonly(),
])
/** Of a stage's measures and comparisons; of a measure's pairs; of a measure's slices of a kind. */
export type IntervalSet = z.infer<typeof intervalSetSchema>

export const keyOfSet = (set: IntervalSet): string => `intervals ${JSON.stringify(set)}`

/** Intervals of a set: by block (`blockOf...`), then by the name of the statistic. */
export const intervalBodySchema = z.record(
  z.string(),
  z.partialRecord(z.string(), estimateSchema.shape.interval.unwrap()),
)
export type IntervalBody = z.infer<typeof intervalBodySchema>

export const blockOfMeasure = (key: string): string => `measure ${key}`
export const blockOfComparison = (key: string): string => `comparison ${key}`
export const blockOfPair = (first: string, second: string): string => `pair ${first} ${second}`
export const blockOfSlice = (value: string | null): string => (value === null ? 'no slice' : `slice ${value}`)

/** What resampling costs beyond the draws themselves, in draws: all of a measure's statistics, a pair's one, a comparison's. */
const STATISTICS = { measure: 25_000, pair: 500, comparison: 3_000 } as const
/** A page waits for so many draws a resample: half a second or so. Whatever costs more is work for the worker. */
const CHEAP = 120_000

/** The cost of one block over so many responses. */
export const costOf = (kind: keyof typeof STATISTICS, responses: number): number => STATISTICS[kind] + responses

export const isCheap = (costs: readonly number[]): boolean => costs.reduce((sum, cost) => sum + cost, 0) <= CHEAP
