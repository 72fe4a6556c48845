/** How the labels of a measure are distributed, unit by unit, with what models of raters make of them. For managers and reviewers. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { figuresStateSchema } from '@/lib/quality/agreement/ledger/contract'
import { pairFiguresSchema } from '@/lib/quality/calibration/contract'

/** Units on a page. */
export const PAGE_UNITS = 50

export const distributionOrders = ['entropy', 'position'] as const

/** A model of raters, or why it says nothing. */
const posteriorSchema = z.object({
  /** In a sentence; null where it has posteriors. */
  words: z.string().nullable(),
  iterations: z.number().int().nullable(),
  converged: z.boolean().nullable(),
})

export const distributedUnitSchema = z.object({
  position: z.number().int(),
  itemId: z.uuid(),
  unit: z.string(),
  /** Annotators whose independent annotation of the task counts: who could answer. */
  asked: z.number().int(),
  /** How often each category was given, in their order. */
  counts: z.array(z.number().int()),
  /** Of their shares, in bits. */
  entropy: z.number(),
  /** The index of the category that more than half gave; null where none was. */
  majority: z.number().int().nullable(),
  /** Probabilities of the categories by each model; null where it says nothing. */
  dawidSkene: z.array(z.number()).nullable(),
  mace: z.array(z.number()).nullable(),
  /** The index of the category that gold gives; null while there is none. */
  gold: z.number().int().nullable(),
})
export type DistributedUnit = z.infer<typeof distributedUnitSchema>

export const distributionsSchema = z.object({
  version: z.string(),
  stage: z.object({ key: z.string(), title: z.string() }),
  measure: z.object({
    key: z.string(),
    title: z.string(),
    unitOfAnalysis: z.string(),
    categories: z.array(z.object({ value: z.string(), text: z.string() })),
  }),
  /** How the figures are made, in sentences. */
  rules: z.array(z.string()),
  /** What the models and the ceiling are of; `differing` is told by the models. */
  figures: figuresStateSchema,
  dawidSkene: posteriorSchema,
  mace: posteriorSchema,
  /** By MACE, the probability that each annotator answers from knowledge. */
  competence: z.array(z.object({ key: z.string(), name: z.string(), value: z.number() })),
  /** How one annotator scores against what more than half of the others say; `key` null: all annotators together. */
  ceiling: z.array(z.object({ key: z.string().nullable(), name: z.string(), figures: pairFiguresSchema })),
  /** All rated units, and those whose likeliest value by a model is not what the majority says. */
  units: z.number().int(),
  differing: z.number().int(),
  order: z.enum(distributionOrders),
  only: z.enum(['all', 'differing']),
  page: z.number().int(),
  /** How many units there are in this selection. */
  total: z.number().int(),
  rows: z.array(distributedUnitSchema),
})
export type Distributions = z.infer<typeof distributionsSchema>

/** How annotators rated one unit of an item's gold, under one measure. */
export const unitDistributionSchema = z.object({
  stage: z.string(),
  /** The key that the unit has in gold. */
  unit: z.string(),
  measure: z.object({ key: z.string(), title: z.string() }),
  /** Annotators whose independent annotation of the task counts: who could answer. */
  asked: z.number().int(),
  /** All categories in their order, with how often each was given. */
  labels: z.array(z.object({ value: z.string(), text: z.string(), count: z.number().int(), share: z.number() })),
  /** Of the shares, in bits. */
  entropy: z.number(),
})
export type UnitDistribution = z.infer<typeof unitDistributionSchema>

export const listItemDistributionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/items/{itemId}/distributions',
  summary: 'How often annotators gave each value to each unit of an item’s gold; for managers and reviewers',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ itemId: z.uuid() }),
  response: z.object({ units: z.array(unitDistributionSchema) }),
})

export const getDistributionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/distributions/{stage}/{measure}',
  summary:
    'Label distributions unit by unit: counts, entropy, majority, Dawid-Skene and MACE beside gold; one annotator against the others',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid(), stage: z.string().max(100), measure: z.string().max(100) }),
  query: z.object({
    /** The least clear first, or in the order of items. */
    order: z.enum(distributionOrders).default('entropy'),
    /** Only units on which a model and the majority differ. */
    only: z.enum(['all', 'differing']).default('all'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  response: distributionsSchema,
})
