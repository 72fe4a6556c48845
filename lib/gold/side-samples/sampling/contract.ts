import { z } from 'zod'
import { seedSchema } from '@/lib/gold/side-samples/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { setFields } from './rules'

const MOST_SETS = 500
const MOST_KEPT = 1_000_000

const setSchema = z.object({
  /** The source or domain; empty for items without one. */
  set: z.string(),
  /** Items that are not discarded, and those of them that somebody works on or has settled. */
  items: z.number().int(),
  begun: z.number().int(),
  /** Items that a plan has set aside before, whatever it went by. */
  setAside: z.number().int(),
})

export const samplingSchema = z.object({ by: z.enum(setFields), sets: z.array(setSchema) })
export type SamplingView = z.infer<typeof samplingSchema>

const common = { tag: 'audits', auth: 'actor', params: z.object({ projectId: z.uuid() }) } as const

export const getSamplingEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/sampling',
  summary: 'How many items each set of a project has, for a plan of how many are to stay',
  query: z.object({ by: z.enum(setFields).default('source') }),
  response: samplingSchema,
})

export const sampleItemsBody = z.object({
  by: z.enum(setFields),
  /** How many items of each set are to stay; sets that are not named stay whole. */
  counts: z
    .record(z.string(), z.number().int().min(0).max(MOST_KEPT))
    .refine((counts) => Object.keys(counts).length > 0, 'Say for at least one set how many items stay.')
    .refine((counts) => Object.keys(counts).length <= MOST_SETS, `At most ${MOST_SETS} sets at once.`),
  seed: seedSchema.default(1),
})

export const sampleItemsEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/sampling',
  summary: 'Keep so many items of each set, drawn by chance, and set the others aside',
  body: sampleItemsBody,
  response: z.object({ kept: z.number().int(), setAside: z.number().int() }),
})

export const restoreSampledEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/sampling',
  summary: 'Take back everything that sampling set aside',
  response: z.object({ restored: z.number().int() }),
})
