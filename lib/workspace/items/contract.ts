import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { eventName } from '@/lib/platform/api/input'
import { disagreementCauses, staleSchema, taskStates } from '@/lib/workspace/tasks/contract'
import { keptFactsSchema } from './facts/contract'
import { withdrawnSchema } from './withdrawn/contract'

export const ITEMS_PAGE_SIZE = 50

const POSITIONS = /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/

const RATERS = /^a[1-9]\d{0,5}(,(a[1-9]\d{0,5}|gold|run:[0-9a-f-]{36}))?$/

/**
 * By what items and their units are told apart. `tag`: an item with several is in the slice of each. `arm`: the pre-fill arm that all of a
 * unit's ratings were made in.
 */
export const sliceKinds = ['domain', 'source', 'tag', 'guideline', 'arm', 'week'] as const
export type SliceKind = (typeof sliceKinds)[number]

/** What a list is ordered by; with a minus, backwards. What has no value comes last, and first backwards. */
export const itemOrders = [
  'position',
  'title',
  'externalId',
  'domain',
  'source',
  'priority',
  'changed',
  'state',
] as const
export type ItemOrder = (typeof itemOrders)[number]
type ItemSort = ItemOrder | `-${ItemOrder}`
const itemSorts: readonly ItemSort[] = itemOrders.flatMap((order) => [order, `-${order}` as const])

/** What a list can show of items beside position and title; any other column is a field of the record, by a JSON pointer. */
export const itemColumns = [
  'state',
  'domain',
  'source',
  'tags',
  'priority',
  'imported',
  'changed',
  'assignees',
  'agreement',
  'model',
] as const
export type ItemColumn = (typeof itemColumns)[number]
/** Who annotates, whether they agreed, and what models proposed: for managers and reviewers. */
export const STAFF_COLUMNS: readonly string[] = ['assignees', 'agreement', 'model']
export const MOST_COLUMNS = 15
const COLUMN = `(?:${itemColumns.join('|')}|/[^,]{1,200})`
const COLUMNS = new RegExp(`^${COLUMN}(,${COLUMN}){0,${MOST_COLUMNS - 1}}$`)

/** Which items to show. All that is given must hold. */
export const itemsQuerySchema = z.object({
  /** Part of the identifier, the title, or any text of the item; case does not matter. */
  q: z.string().trim().max(200).optional(),
  /** Part of what gold says: claims, reasons, corrections, and chosen values; case does not matter. Whoever asks has read the gold. */
  gold: z.string().trim().max(200).optional(),
  state: z.enum(taskStates).optional(),
  /** A stage's key; with `state`, the stage whose task is in it. */
  stage: z.string().max(100).optional(),
  /** Items with a stale task; with `state` or `stage`, whose task is such a one. */
  stale: z.literal('yes').optional(),
  domain: z.string().max(200).optional(),
  source: z.string().max(500).optional(),
  /** A tag that somebody gave the item. */
  tag: z.string().max(60).optional(),
  /** A question's key: items on whose units the annotators disagreed about it. Only revealed tasks match. */
  question: z.string().max(100).optional(),
  /** Items with a disagreement of this cause (`none`: none was named; `any`: whatever it was), in `stage`, on `question`. */
  cause: z.enum([...disagreementCauses, 'none', 'any']).optional(),
  /** With `cause` and `question`: the kind of unit that the question is about. */
  kind: z.string().max(100).optional(),
  /** With `stage`, a measure of the agreement page: items it counts, by exactly the ratings it counts. */
  measure: z.string().max(100).optional(),
  /** With `measure`: a rating that one annotator gave, and `b` the one that another gave to the same unit. */
  a: z.string().max(500).optional(),
  b: z.string().max(500).optional(),
  /** With `measure`: one annotator or two, or one and `gold` or `run:<id>`; the first gave `a`, the second `b`. */
  raters: z.string().regex(RATERS, 'Give an annotator’s key, or two: another’s, gold, or run: and its id.').optional(),
  /** With `measure`: units of one slice of the agreement page only; an empty `slice` are those without a value. */
  by: z.enum(sliceKinds).optional(),
  slice: z.string().max(500).optional(),
  /** A figure of the dataset page: its panel, row and column, and the rule of roll-up it is counted by. */
  panel: z.string().max(200).optional(),
  row: z.string().max(1000).optional(),
  column: z.coerce.number().int().min(0).max(100).optional(),
  rule: z.string().max(100).optional(),
  /** Positions of items. */
  ids: z.string().max(8000).regex(POSITIONS, 'Give positions of items, separated by commas.').optional(),
  sort: z.enum(itemSorts).default('position'),
  /** What to show of each, in order: names of columns, and JSON pointers (`/meta/language`) of fields of the record. */
  columns: z
    .string()
    .max(3000)
    .regex(COLUMNS, `Give up to ${MOST_COLUMNS} columns, separated by commas; fields of the record as JSON pointers.`)
    .optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type ItemsQuery = z.output<typeof itemsQuerySchema>
export type ItemsQueryInput = z.input<typeof itemsQuerySchema>

/** What the address of the list asks for: a saved view, or a list. */
export const itemsPageSchema = itemsQuerySchema.extend({ view: z.uuid().optional() })

/** The same without order and page: a set of items. */
export const itemsFilterSchema = itemsQuerySchema.omit({ sort: true, columns: true, page: true }).strict()
export type ItemsFilter = z.output<typeof itemsFilterSchema>

export const itemRowSchema = z.object({
  id: z.uuid(),
  position: z.number().int(),
  externalId: z.string().nullable(),
  title: z.string(),
  domain: z.string().nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
  priority: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When somebody last changed what is said of it here; null: never. */
  changedAt: z.iso.datetime().nullable(),
  /** With the column `assignees`: who holds or held a share of its revealed tasks. */
  assignees: z.array(z.string()).optional(),
  /** With the column `agreement`: of its revealed tasks that two or more annotated; null without any. */
  agreement: z.object({ compared: z.number().int(), disagreed: z.number().int() }).nullable().optional(),
  /** With the column `model`: what proposed something. */
  models: z.array(z.string()).optional(),
  /** With fields as columns: their text by pointer; null where the record has none, `withheld` where it may tell of answers that the reader may not know. */
  fields: z.record(z.string(), z.object({ text: z.string().nullable(), withheld: z.boolean() })).optional(),
  tasks: z.array(
    z.object({
      id: z.uuid(),
      stageTitle: z.string(),
      state: z.enum(taskStates),
      stale: z.boolean(),
      votes: z.boolean(),
    }),
  ),
})
export type ItemRow = z.infer<typeof itemRowSchema>
export const itemsSchema = z.object({ items: z.array(itemRowSchema), total: z.number().int() })
export type Items = z.infer<typeof itemsSchema>

const facet = z.array(z.object({ value: z.string(), count: z.number().int() }))
export const itemFacetsSchema = z.object({
  domains: facet,
  sources: facet,
  tags: facet,
  /** Tasks that could be opened now. */
  preparing: z.number().int(),
})
export type ItemFacets = z.infer<typeof itemFacetsSchema>

const unitParts = {
  key: z.string(),
  kind: z.string(),
  text: z.string(),
  /** The key of the unit it is a part of. */
  parent: z.string().optional(),
  /** What else the protocol knows of it. */
  data: z.json().optional(),
}
export const itemUnitSchema = z.object({ id: z.uuid(), ...unitParts })

export const itemTaskSchema = z.object({
  id: z.uuid(),
  stage: z.string(),
  stageTitle: z.string(),
  state: z.enum(taskStates),
  /** Are its answers counted instead of settled? */
  votes: z.boolean(),
  round: z.number().int(),
  raters: z.number().int(),
  revision: z.number().int(),
  /** What newer gold of an earlier stage would change; null unless that is still to be settled. */
  stale: staleSchema,
  units: z.array(itemUnitSchema),
  /** The text that re-segmented units make up; null where the stage's units cannot be changed by hand. */
  segmented: z.object({ kind: z.string(), whole: z.string(), changed: z.boolean() }).nullable(),
  /** Present when the task is gold and the reader may see it; having seen it is remembered. */
  gold: z
    .object({
      version: z.number().int(),
      origin: z.enum(['consolidated', 'single_rated', 'imported', 'tallied']),
      createdAt: z.iso.datetime(),
      /** What it is about: the task's own units of its round, and those that its lists hold. */
      units: z.array(z.object(unitParts)),
      answers: z.record(z.string(), z.record(z.string(), z.json())),
      /** What people voted, by nobody's name, each with the order in which they saw shuffled units; null for other gold. */
      votes: z
        .array(
          z.object({
            number: z.number().int(),
            shown: z.array(z.string()).nullable(),
            answers: z.record(z.string(), z.record(z.string(), z.json())),
          }),
        )
        .nullable(),
      rollUp: z.record(z.string(), z.json()),
    })
    .nullable(),
  abilities: z.object({
    prepare: z.boolean(),
    annotate: z.boolean(),
    adjudicate: z.boolean(),
    approve: z.boolean(),
    readAnswers: z.boolean(),
    sendBack: z.boolean(),
    settleStale: z.boolean(),
    discard: z.boolean(),
    restore: z.boolean(),
  }),
})
export type ItemTask = z.infer<typeof itemTaskSchema>

export const itemSchema = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  protocolId: z.string(),
  position: z.number().int(),
  externalId: z.string().nullable(),
  title: z.string(),
  /** As the record has them. */
  domain: z.string().nullable(),
  source: z.string().nullable(),
  /** What a manager said beside the record: shown, filtered and counted by in its place. */
  own: keptFactsSchema,
  mayChangeFacts: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Where it came from; null for items that no file brought. */
  fileName: z.string().nullable(),
  /** What the protocol shows of the content, in order. */
  parts: z.array(z.object({ title: z.string(), text: z.string() })),
  /** The imported record, byte for byte; null where it holds labels that the reader may not read, or not yet. */
  record: z.string().nullable(),
  /** Fields that the record is shown without: nothing was read from them, and they may hold labels that the reader may not read, or not yet. */
  recordLeftOut: z.array(z.string()),
  /** Are the item's texts escaped (docs/formats.md), because its record holds characters that cannot be stored? */
  escaped: z.boolean(),
  /** Set where a page was sent only the beginning of a long record; missing in every answer of the API. */
  recordCut: z.literal(true).optional(),
  formatTitle: z.string(),
  discarded: z
    .object({ at: z.iso.datetime(), reason: z.string(), note: z.string().nullable(), by: z.string().nullable() })
    .nullable(),
  /** Set where its texts were taken out for good: nothing else of it is told, and `title` says so. */
  withdrawn: withdrawnSchema.nullable(),
  tasks: z.array(itemTaskSchema),
  /** Neighbours by position. */
  previousId: z.uuid().nullable(),
  nextId: z.uuid().nullable(),
})
export type ItemView = z.infer<typeof itemSchema>

export const itemEventSchema = z.object({
  /** Names the event in this history; the last one of a page is where the next goes on (`before`). */
  id: eventName,
  at: z.iso.datetime(),
  /**
   * Who did it; null for the product itself or somebody unknown, and of gold and what follows from it for an annotator by whose
   * last word it came, unless the reader is that annotator or a manager.
   */
  by: z.string().nullable(),
  text: z.string(),
  /** A remark that belongs to it. */
  remark: z.string().nullable(),
})
export type ItemEvent = z.infer<typeof itemEventSchema>

const projectParams = z.object({ projectId: z.uuid() })
const itemParams = z.object({ itemId: z.uuid() })
const common = { tag: 'items', auth: 'actor' } as const

export const listItemsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/items',
  summary: 'Search and filter the items of a project, 50 a page',
  params: projectParams,
  query: itemsQuerySchema,
  response: itemsSchema,
})

export const itemFacetsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/items/facets',
  summary: 'The domains, sources and tags of a project with their numbers of items',
  params: projectParams,
  response: itemFacetsSchema,
})

export const openPreparedEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/items/open',
  summary: 'Open all prepared tasks for annotation; their units stay as they are from then on',
  params: projectParams,
  response: z.object({ opened: z.number().int() }),
})

export const getItemEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/items/{itemId}',
  summary: 'Read an item: its record, its tasks, its gold',
  params: itemParams,
  response: itemSchema,
})

export const itemHistoryEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/items/{itemId}/history',
  summary: 'What happened to an item, newest first; never anybody’s answers',
  params: itemParams,
  query: z.object({ before: eventName.optional() }),
  response: z.object({ events: z.array(itemEventSchema), more: z.boolean() }),
})
