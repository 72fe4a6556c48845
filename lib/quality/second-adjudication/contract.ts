/** Blind second adjudication: how much of it there is, how far two adjudicators agree, and where they differ. For managers. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'

const json: z.ZodType<Json> = z.json()
const count = z.number().int()

export const secondSettingsSchema = z.object({
  /** Of a hundred adjudicated tasks so many are drawn; 0: none. */
  percent: count.min(0).max(100),
  /** By which they are drawn: the same seed draws the same tasks. */
  seed: count.min(0).max(2_147_483_647),
})
export type SecondSettings = z.infer<typeof secondSettingsSchema>

/** How often both decided alike, of so many questions in so many tasks, with Wilson's interval; null where nothing can be compared. */
const alikeSchema = z.object({
  compared: count,
  alike: count,
  tasks: count,
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Alike = z.infer<typeof alikeSchema>

export const differenceSchema = z.object({
  itemId: z.uuid(),
  position: count,
  title: z.string(),
  stage: z.string(),
  unit: z.string(),
  question: z.string(),
  /** As a person reads it. */
  unitText: z.string(),
  questionTitle: z.string(),
  /** null: not asked, as that person had settled what comes before. */
  first: json,
  second: json,
  firstText: z.string(),
  secondText: z.string(),
  /** Who settled it; null where nobody had to. */
  firstBy: z.string().nullable(),
  secondBy: z.string(),
})
export type Difference = z.infer<typeof differenceSchema>

export const secondsSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  settings: secondSettingsSchema,
  rules: z.array(z.string()),
  counts: z.object({
    /** Tasks with a first decision that could be drawn or were, and those drawn. */
    adjudicated: count,
    drawn: count,
    settled: count,
    /** The second person would have discarded the item, or sent it back. */
    discarded: count,
    sentBack: count,
    waiting: count,
    /** Of those that wait: for somebody who has had no part in the first decision and read nothing of it, of whom there is none now. */
    forNobody: count,
    /** The first decision was changed before the second was made. */
    lapsed: count,
  }),
  all: alikeSchema,
  byQuestion: z.array(alikeSchema.extend({ stage: z.string(), question: z.string(), title: z.string() })),
  differences: z.object({ total: count, rows: z.array(differenceSchema) }),
})
export type Seconds = z.infer<typeof secondsSchema>

const params = z.object({ projectId: z.uuid() })
const shared = { tag: 'people', auth: 'actor', params, path: '/api/projects/{projectId}/second-adjudications' } as const

export const getSecondsEndpoint = endpoint({
  ...shared,
  method: 'GET',
  summary: 'How far adjudicators agree who decided the same task without knowing of each other; for managers',
  response: secondsSchema,
})

export const updateSecondsEndpoint = endpoint({
  ...shared,
  method: 'PATCH',
  summary:
    'Set which share of adjudicated tasks is adjudicated a second time, and the seed that draws them; for managers',
  body: secondSettingsSchema.partial(),
  response: secondSettingsSchema,
})
