import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

const MOST_TAGS = 20

const word = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'Leave out line breaks and other control characters.')

/** What a lead says of an item beside its record; null: as the record has it. */
export const ownFactsSchema = z.object({
  domain: word(200).nullable(),
  source: word(500).nullable(),
  /** Each once, in the order in which they were given. */
  tags: z
    .array(word(60))
    .max(MOST_TAGS)
    .transform((tags) => [...new Set(tags)]),
})
export type OwnFacts = z.output<typeof ownFactsSchema>

export const changeFactsBody = ownFactsSchema.partial().extend({
  expected: ownFactsSchema.optional().meta({
    description: 'What they were when you last saw them: refused where somebody has changed them since',
  }),
})

export const changeFactsEndpoint = endpoint({
  tag: 'items',
  auth: 'actor',
  method: 'PATCH',
  path: '/api/items/{itemId}/facts',
  summary:
    'Give an item a domain, a source and tags of your own; the record, and the published shapes written of it, keep theirs. What is left out stays, null takes yours back',
  params: z.object({ itemId: z.uuid() }),
  body: changeFactsBody,
  response: ownFactsSchema,
})
