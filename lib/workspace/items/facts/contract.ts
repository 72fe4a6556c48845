import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'

export const MOST_TAGS = 20

const word = (longest: number) => nameText('Write a word or more.', longest)

/** What a lead says of an item beside its record; null: as the record has it. */
export const ownFactsSchema = z.object({
  domain: word(200).nullable(),
  source: word(500).nullable(),
  /** Each once, in the order in which they were given. */
  tags: z
    .array(word(60))
    .max(MOST_TAGS, `At most ${MOST_TAGS} tags.`)
    .overwrite((tags) => [...new Set(tags)]),
})
export type OwnFacts = z.output<typeof ownFactsSchema>

/** Of an item of which nobody said anything. */
export const NO_FACTS: OwnFacts = { domain: null, source: null, tags: [] }

/** The same as they are kept: an answer is given, and an export written, whatever was let in before. */
export const keptFactsSchema = z.object({
  domain: z.string().nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
})

export const changeFactsBody = ownFactsSchema.partial().extend({
  expected: keptFactsSchema.optional().meta({
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
  response: keptFactsSchema,
})
