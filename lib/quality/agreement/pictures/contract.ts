/** Figures of agreement as pictures for a paper, each with its data. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** Alpha of every measure; which values met; kappa of every two annotators; alpha week by week. All but the first are of one measure. */
export const pictureKeys = ['questions', 'confusion', 'pairs', 'weeks'] as const
export type PictureKey = (typeof pictureKeys)[number]

/** PNG is made of the SVG by the browser. */
export const pictureForms = ['svg', 'csv'] as const

export const pictureQuerySchema = z.object({
  form: z.enum(pictureForms).default('svg'),
  stage: z.string().max(100).optional(),
  measure: z.string().max(100).optional(),
  /** With `second`: the confusion of two raters by their keys, such as a1 and gold; without, of all pairs of annotators. */
  first: z.string().max(60).optional(),
  second: z.string().max(60).optional(),
})
export type PictureQuery = z.output<typeof pictureQuerySchema>

export const getPictureEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/pictures/{picture}',
  summary: 'A picture of agreement for a paper as SVG, or its data as CSV',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid(), picture: z.enum(pictureKeys) }),
  query: pictureQuerySchema,
  response: { stream: ['image/svg+xml', 'text/csv'] },
})
