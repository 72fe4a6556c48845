import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** The longest list of items behind a figure; longer ones are reached by the figure's own filter. */
export const MAX_LISTED = 200

const tone = z.enum(['positive', 'partial', 'negative', 'neutral'])

export const panelSchema = z.object({
  key: z.string(),
  title: z.string(),
  note: z.string(),
  /** The rule of roll-up that its figures depend on; null where they depend on none. */
  rule: z.string().nullable(),
  rowTitle: z.string(),
  columns: z.array(
    z.object({
      title: z.string(),
      form: z.enum(['count', 'share', 'mean']),
      tone,
      /** Decimals of a mean. */
      digits: z.number().int().nullable(),
    }),
  ),
  /** Columns to draw: one by itself, or several as the parts of a whole. */
  bars: z.array(z.number().int()),
  rows: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      cells: z.array(
        z.object({
          value: z.number().nullable(),
          part: z.number().nullable(),
          whole: z.number().nullable(),
          /** What the paper prints of its own data in this place; left out where it prints nothing. */
          printed: z.string().optional(),
          /** How many items are behind it. */
          count: z.number().int(),
          /** Their positions; null when there are more than `MAX_LISTED`. */
          items: z.array(z.number().int()).nullable(),
        }),
      ),
    }),
  ),
})
export type Panel = z.infer<typeof panelSchema>
export type PanelCell = Panel['rows'][number]['cells'][number]

export const ruleSchema = z.object({ key: z.string(), title: z.string(), description: z.string() })
export type Rule = z.infer<typeof ruleSchema>

/** What the gold consists of. */
export const datasetSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), protocol: z.string() }),
  /** The rules by which an item's label can follow from its parts'; the first is the protocol's default. */
  rules: z.array(ruleSchema),
  /** The rule that the figures are counted by. */
  rule: z.string(),
  /** The rule that the project's settings name. */
  projectRule: z.string(),
  /** Items with gold in any stage; discarded ones are left out. */
  items: z.number().int(),
  /** The current gold of each stage, by where it came from. */
  stages: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      golds: z.number().int(),
      imported: z.number().int(),
      singleRated: z.number().int(),
      /** Are its answers counted instead of settled? Then these are tallies. */
      votes: z.boolean(),
    }),
  ),
  /** Items whose label somebody set by hand; figures by a rule do not look at it. */
  overridden: z.number().int(),
  /** Items that were set aside, by reason; in no figure. */
  discarded: z.array(z.object({ reason: z.string(), title: z.string(), items: z.number().int() })),
  panels: z.array(panelSchema),
})
export type Dataset = z.infer<typeof datasetSchema>

export const datasetQuerySchema = z.object({
  /** The key of a rule of roll-up; the project's own when left out. */
  rule: z.string().max(100).optional(),
})
export type DatasetQuery = z.output<typeof datasetQuerySchema>

export const getDatasetEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/dataset',
  summary: 'What the gold consists of, in the tables and figures of the protocol’s paper',
  tag: 'dataset',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: datasetQuerySchema,
  response: datasetSchema,
})
