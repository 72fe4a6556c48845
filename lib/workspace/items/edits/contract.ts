import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { MOST_TAGS, ownFactsSchema } from '@/lib/workspace/items/facts/contract'
import { selectionSchema } from '@/lib/workspace/items/selection/contract'
import { discardTaskBody } from '@/lib/workspace/tasks/contract'

/** Priorities lie between minus this and this. */
export const MOST_PRIORITY = 1000

const { domain, source, tags } = ownFactsSchema.shape

/** What is done to each of the items. What is left out stays. */
export const itemChangeSchema = z.discriminatedUnion('act', [
  z
    .object({
      act: z.literal('set'),
      /** Null: as the record has it. */
      domain: domain.optional(),
      source: source.optional(),
      addTags: tags.optional(),
      removeTags: tags.optional(),
      priority: z.number().int().min(-MOST_PRIORITY).max(MOST_PRIORITY).optional(),
    })
    .refine(
      ({ act: _, ...change }) => Object.values(change).some((value) => value !== undefined),
      'Say what is to be set.',
    )
    .meta({ examples: [{ act: 'set', addTags: ['long'], priority: 5 }] }),
  discardTaskBody.extend({ act: z.literal('discard') }),
  z.object({ act: z.literal('restore') }),
])
export type ItemChange = z.output<typeof itemChangeSchema>

/** Why an item stays as it is. */
export const leftReasons = ['same', 'too_many_tags', 'discarded', 'settled', 'not_discarded', 'came_discarded'] as const
export type LeftReason = (typeof leftReasons)[number]

export const LEFT_WORDS: Readonly<Record<LeftReason, string>> = {
  same: 'were so already',
  too_many_tags: `would have more than ${MOST_TAGS} tags`,
  discarded: 'are discarded already',
  settled: 'are gold in every stage',
  not_discarded: 'are not discarded',
  came_discarded: 'were discarded in the file that they came from',
}

const editOutcomeSchema = z.object({
  /** Names the act, for undoing it; null where nothing was changed. */
  id: z.uuid().nullable(),
  changed: z.number().int(),
  /** Items that stay as they are, by reason. */
  left: z.array(z.object({ why: z.enum(leftReasons), items: z.number().int() })),
})
export type EditOutcome = z.infer<typeof editOutcomeSchema>

const undoOutcomeSchema = z.object({
  /** Undoing this does it again. */
  id: z.uuid(),
  changed: z.number().int(),
  /** Items that others have changed since: they stay as they are. */
  stay: z.number().int(),
})
export type UndoOutcome = z.infer<typeof undoOutcomeSchema>

/** Why an act cannot be undone: it is, none of its items is as it left it, or nothing of the project can be changed. */
export const undoObstacles = ['undone', 'changed_since', 'archived'] as const

const itemEditSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  text: z.string(),
  changed: z.number().int(),
  undone: z.boolean(),
  /** Did it undo another act, so that undoing it does that one again? */
  undoes: z.boolean(),
  /** Null: it can be undone, for the items that still are as it left them. */
  obstacle: z.enum(undoObstacles).nullable(),
})
export type ItemEdit = z.infer<typeof itemEditSchema>

const common = { tag: 'items', auth: 'actor' } as const
const projectParams = z.object({ projectId: z.uuid() })

export const editItemsEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/items/edits',
  summary:
    'Do something to many items in one act: set domain, source, tags or priority, discard, or restore. All or nothing',
  params: projectParams,
  body: z.object({ selection: selectionSchema, change: itemChangeSchema }),
  response: editOutcomeSchema,
})

export const listItemEditsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/items/edits',
  summary: 'The latest acts on many items, newest first',
  params: projectParams,
  response: z.object({ edits: z.array(itemEditSchema) }),
})

export const undoItemEditEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/items/edits/{editId}/undo',
  summary: 'Undo such an act: items that are as it left them are as before, those changed since stay',
  params: projectParams.extend({ editId: z.uuid() }),
  response: undoOutcomeSchema,
})
