import { z } from 'zod'
import { ruleSchema } from '@/lib/gold/dataset/contract'
import { endpoint } from '@/lib/platform/api/endpoint'

/** Findings on a page; an item's are never torn apart, so a page may hold a few more. */
export const FINDINGS_PAGE_SIZE = 50

/** The kinds of contradiction, which hold for every protocol whose items have a label. */
export const contradictionKinds = ['label-stored', 'label-rules'] as const
export type ContradictionKind = (typeof contradictionKinds)[number]

export const kindSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(['contradiction', 'warning']),
  /** Can a person's word on the item's label settle it? */
  settles: z.boolean(),
  findings: z.number().int(),
  items: z.number().int(),
})
export type Kind = z.infer<typeof kindSchema>

/** A value of an item's label with its word. */
const labelValueSchema = z.object({
  value: z.json(),
  text: z.string(),
  tone: z.enum(['positive', 'partial', 'negative', 'neutral']),
})
export type LabelValue = z.infer<typeof labelValueSchema>

export const checksSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), protocol: z.string() }),
  /** Items with gold that were looked at; discarded ones are left out. */
  items: z.number().int(),
  kinds: z.array(kindSchema),
  contradictions: z.object({
    /** Items with one. */
    items: z.number().int(),
    /** Of these, items whose label nobody has settled: a release refuses them. */
    unsettled: z.number().int(),
  }),
  rules: z.array(ruleSchema),
  /** What an item's label can be. */
  values: z.array(labelValueSchema),
  /** May the reader settle contradictions? */
  canSettle: z.boolean(),
})
export type Checks = z.infer<typeof checksSchema>

export const overrideSchema = z.object({
  version: z.number().int(),
  /** null: it was taken back. */
  value: z.json(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** Does it settle the label? Not once it was taken back, or the gold it was about has changed. */
  stands: z.boolean(),
})
export type Override = z.infer<typeof overrideSchema>

/** The label of an item by everything that speaks of it. */
export const itemLabelSchema = z.object({
  /** What the imported record states; left out where it states nothing. */
  stored: z.json().optional(),
  /** By the key of each rule. */
  byRule: z.record(z.string(), z.json()),
  override: overrideSchema.nullable(),
})

export const findingSchema = z.object({
  item: z.object({ id: z.uuid(), position: z.number().int(), title: z.string() }),
  stage: z.string(),
  stageTitle: z.string(),
  unit: z.string(),
  /** The unit's text; null for the whole item. */
  unitText: z.string().nullable(),
  question: z.string().nullable(),
  message: z.string(),
  /** Of a contradiction. */
  label: itemLabelSchema.nullable(),
})
export type FindingView = z.infer<typeof findingSchema>

export const findingsSchema = z.object({
  findings: z.array(findingSchema),
  /** Where the next page begins: the position of the last item shown; null on the last page. */
  next: z.number().int().nullable(),
})
export type Findings = z.infer<typeof findingsSchema>

export const findingsQuerySchema = z.object({
  /** Only items behind this position. */
  after: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  /** Of contradictions: only those that nobody has settled. */
  unsettled: z.enum(['true', 'false']).default('false'),
})
export type FindingsQuery = z.output<typeof findingsQuerySchema>

/** What the address of the page asks for; the first kind that was found when `kind` is left out. */
export const checksPageQuerySchema = findingsQuerySchema.extend({ kind: z.string().max(100).optional() })

export const overrideLabelBody = z.object({
  /** One of the values of the item's label; null takes the override back. */
  value: z.json(),
  reason: z.string().trim().min(1, 'Say why, in a sentence.').max(2000),
  /** The version of the override that was looked at; 0 where there was none. */
  expectedVersion: z.int32().min(0),
})

const projectParams = z.object({ projectId: z.uuid() })
const common = { tag: 'checks', auth: 'actor' } as const

export const getChecksEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/checks',
  summary: 'Count the inconsistencies of the gold by kind, and the contradictions still to be settled',
  params: projectParams,
  response: checksSchema,
})

export const listFindingsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/checks/{kind}',
  summary: 'List the inconsistencies of one kind at their places, 50 a page',
  params: projectParams.extend({ kind: z.string().max(100) }),
  query: findingsQuerySchema,
  response: findingsSchema,
})

export const overrideLabelEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/items/{itemId}/label',
  summary: 'Set an item’s label by hand where its rules or its record contradict each other, or take that back',
  params: z.object({ itemId: z.uuid() }),
  body: overrideLabelBody,
  response: overrideSchema,
})
