/** What became of one's own submissions once they were settled. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'

const json: z.ZodType<Json> = z.json()

/** An answer that does not stand, as it is kept: the unit by its key and kind, the question by its key. */
export const overruledSchema = z.object({
  unit: z.string(),
  kind: z.string(),
  question: z.string(),
  own: json,
  gold: json,
})
export type Overruled = z.infer<typeof overruledSchema>

/** A change of an answer in words: the question's title, and the values where they are options to choose from. */
const changeSchema = z.object({ question: z.string(), own: z.string().nullable(), gold: z.string().nullable() })
export type Change = z.infer<typeof changeSchema>

/**
 * `waiting`: not gold yet. `counted`: a vote, which nothing overrules. `asked_again`: the task was sent back, and a later
 * round is what counts.
 */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['waiting', 'counted', 'asked_again']) }),
  z.object({ kind: z.literal('settled'), stood: z.number().int(), overruled: z.array(changeSchema) }),
])
export type Outcome = z.infer<typeof outcomeSchema>

/** A change that happened again and again. */
const lessonSchema = changeSchema.extend({
  stage: z.string(),
  own: z.string(),
  gold: z.string(),
  count: z.number().int(),
})
export type Lesson = z.infer<typeof lessonSchema>

/** So often a change is something to learn from. */
export const FEWEST_ALIKE = 3

export const outcomesSchema = z.object({
  /** The most frequent changes, with the first page. */
  lessons: z.array(lessonSchema),
  submissions: z.array(
    z.object({
      taskId: z.uuid(),
      position: z.number().int(),
      title: z.string(),
      stage: z.string(),
      round: z.number().int(),
      submittedAt: z.iso.datetime(),
      outcome: outcomeSchema,
    }),
  ),
  /** Settled submissions that have not been compared with the gold yet; asking again goes on. */
  awaited: z.number().int(),
  /** Pass it as `before` for the next page; null on the last. */
  next: z.string().nullable(),
})
export type Outcomes = z.infer<typeof outcomesSchema>

export const outcomesQuerySchema = z.object({
  before: z.uuid().optional(),
  /** Submissions of which an answer was overruled. */
  only: z.literal('overruled').optional(),
})
export type OutcomesQuery = z.output<typeof outcomesQuerySchema>

export const listOutcomesEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/outcomes',
  summary: 'What became of what you submitted in a project, latest first',
  tag: 'consolidation',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: outcomesQuerySchema,
  response: outcomesSchema,
})
