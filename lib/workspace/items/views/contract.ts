import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { itemsQuerySchema } from '@/lib/workspace/items/contract'

/** So many views one person keeps in a project. */
export const MOST_VIEWS = 100

/** What a view keeps of a list: its filter, order and columns. */
export const viewQuerySchema = itemsQuerySchema.omit({ page: true })
export type ViewQuery = z.output<typeof viewQuerySchema>

const name = nameText('Give the view a name.', 100)

export const itemViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** For everybody who browses the items. */
  shared: z.boolean(),
  query: viewQuerySchema,
  /** Whose it is. */
  by: z.string(),
  mine: z.boolean(),
  savedAt: z.iso.datetime(),
  /** May the reader rename it, save over it, and delete it? */
  mayChange: z.boolean(),
})
export type ItemView = z.infer<typeof itemViewSchema>

const common = { tag: 'items', auth: 'actor' } as const
const projectParams = z.object({ projectId: z.uuid() })
const viewParams = projectParams.extend({ viewId: z.uuid() })

export const listItemViewsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/items/views',
  summary: 'One’s own saved views of a project’s items, and those that managers share, by name',
  params: projectParams,
  response: z.object({ views: z.array(itemViewSchema) }),
})

export const saveItemViewEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/items/views',
  summary: 'Save a view: a filter, an order and columns under a name',
  params: projectParams,
  body: z.object({ name, query: viewQuerySchema, shared: z.boolean().default(false) }),
  response: itemViewSchema,
})

export const changeItemViewEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{projectId}/items/views/{viewId}',
  summary: 'Rename a view, save over it, or share it',
  params: viewParams,
  body: z.object({ name: name.optional(), query: viewQuerySchema.optional(), shared: z.boolean().optional() }),
  response: itemViewSchema,
})

export const deleteItemViewEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/items/views/{viewId}',
  summary: 'Delete a view; the items stay',
  params: viewParams,
  response: 'empty',
})
