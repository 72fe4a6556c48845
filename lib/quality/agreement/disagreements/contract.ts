/** Where annotators disagree, why, and what becomes of it: the items, the causes, the discussions. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'

export const DIFFICULTY_PAGE_SIZE = 50
/** Items listed behind a cell of the table of moves; of more, the first. */
export const MAX_ITEMS = 200
/** With more responses than this, figures before and after stand without intervals. */
export const MOST_RESAMPLED = 5000

/** A disagreement's cause; `none`: nobody has said. */
export const causeKeys = [...disagreementCauses, 'none'] as const
export type CauseKey = (typeof causeKeys)[number]

/** Shares of differing pairs in which items are counted: none, then up to and with 25, 50, 75, 100 %. */
export const BANDS = [0, 0.25, 0.5, 0.75, 1] as const

const stageParams = z.object({ projectId: z.uuid(), stage: z.string().max(100) })
const stageHead = z.object({ key: z.string(), title: z.string() })
const common = { tag: 'agreement', auth: 'actor', method: 'GET', params: stageParams } as const

export const difficultyQuerySchema = z.object({
  /** One measure of the stage; without it, all of them together. */
  measure: z.string().max(100).optional(),
  /** `lower`: by the lower limit of the share, so that few pairs do not lead; `share`: by the share as it is. */
  order: z.enum(['lower', 'share']).default('lower'),
  /** An index of `BANDS`: only items of that band. */
  band: z.coerce
    .number()
    .int()
    .min(0)
    .max(BANDS.length - 1)
    .optional(),
  /** Only items of this domain, and with this tag; for those who may know which items they are. */
  domain: z.string().max(200).optional(),
  tag: z.string().max(60).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type DifficultyQuery = z.output<typeof difficultyQuerySchema>

/** What the page's address asks for. */
export const disagreementsPageSchema = difficultyQuerySchema.extend({
  view: z.enum(['difficulty', 'causes', 'discussion']).default('difficulty'),
  /** The protocol's first stage, where none is named. */
  stage: z.string().max(100).optional(),
})

export const difficultySchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  stages: z.array(stageHead),
  stage: stageHead,
  measures: z.array(z.object({ key: z.string(), title: z.string(), unitOfAnalysis: z.string() })),
  query: z.object({
    measure: z.string().nullable(),
    order: z.enum(['lower', 'share']),
    band: z.number().int().nullable(),
    domain: z.string().nullable(),
    tag: z.string().nullable(),
    page: z.number().int(),
  }),
  /** Of the data that the figures are made of, as the stream of agreement tells it. */
  version: z.string(),
  showsItems: z.boolean(),
  /** Items with two ratings or more of a unit, by the share of their pairs of ratings that differ: one count a band. */
  bands: z.array(z.number().int()),
  pairs: z.number().int(),
  differing: z.number().int(),
  /** Items listed under the query, on all pages. */
  total: z.number().int(),
  /** null for readers who may not know which items were answered how. */
  items: z
    .array(
      z.object({
        itemId: z.uuid(),
        taskId: z.uuid(),
        position: z.number().int(),
        title: z.string(),
        domain: z.string().nullable(),
        /** Units with two ratings or more, under each measure; pairs of ratings of them, and those that differ. */
        units: z.number().int(),
        pairs: z.number().int(),
        differing: z.number().int(),
        /** null below `MIN_UNITS` units. */
        share: z.number().nullable(),
      }),
    )
    .nullable(),
})
export type Difficulty = z.infer<typeof difficultySchema>

export const getDifficultyEndpoint = endpoint({
  ...common,
  path: '/api/projects/{projectId}/disagreements/{stage}/difficulty',
  summary: 'The items of a stage by how much their annotators disagreed',
  query: difficultyQuerySchema,
  response: difficultySchema,
})

/** Disagreements, and the items that they are on. */
const countSchema = z.object({ count: z.number().int(), inItems: z.number().int() })
export type CauseCount = z.infer<typeof countSchema>

export const causesSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  stages: z.array(stageHead),
  stage: stageHead,
  version: z.string(),
  showsItems: z.boolean(),
  /** All disagreements of the stage, and in how many a cause was named. */
  total: countSchema,
  named: z.number().int(),
  /** Every cause in `causeKeys` order. */
  causes: z.array(z.object({ cause: z.enum(causeKeys), all: countSchema })),
  /** Questions with a disagreement, in the stage's order; a cell for every cause. */
  questions: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      /** A question of the same name may be asked about another kind of unit. */
      unitKind: z.string(),
      unitText: z.string(),
      all: countSchema,
      cells: z.array(z.object({ cause: z.enum(causeKeys), cell: countSchema })),
    }),
  ),
})
export type Causes = z.infer<typeof causesSchema>

export const getCausesEndpoint = endpoint({
  ...common,
  path: '/api/projects/{projectId}/disagreements/{stage}/causes',
  summary: 'Why annotators disagreed: causes by question',
  response: causesSchema,
})

const intervalSchema = z.object({ low: z.number(), high: z.number() }).nullable()
export type Limits = z.infer<typeof intervalSchema>
/** A figure before and after, and the difference; null without a value, for the reason in `words`. */
const turnSchema = z.object({
  before: z.number().nullable(),
  beforeInterval: intervalSchema,
  after: z.number().nullable(),
  afterInterval: intervalSchema,
  difference: z.number().nullable(),
  differenceInterval: intervalSchema,
  words: z.string().nullable(),
})
export type Turn = z.infer<typeof turnSchema>

/** A share of counted decisions with its interval (Wilson's, 95 %); null below `MIN_UNITS`. */
const shareSchema = z.object({
  of: z.number().int(),
  count: z.number().int(),
  share: z.number().nullable(),
  interval: intervalSchema,
})
export type Share = z.infer<typeof shareSchema>

const moveCellSchema = z.object({
  count: z.number().int(),
  inItems: z.number().int(),
  /** Positions, at most `MAX_ITEMS`; null for readers who may not know. */
  items: z.array(z.number().int()).nullable(),
})
export type MoveCell = z.infer<typeof moveCellSchema>

export const discussionSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  stages: z.array(stageHead),
  stage: stageHead,
  version: z.string(),
  showsItems: z.boolean(),
  /** What these figures are, and are not. */
  rules: z.array(z.string()),
  /** Gold tasks whose disagreements are counted, and such that became gold in a later round and are not. */
  tasks: z.object({ counted: z.number().int(), laterRound: z.number().int() }),
  /** The same units of the same gold tasks before and after the discussion, one entry a measure that has both. */
  measures: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      unitOfAnalysis: z.string(),
      units: z.number().int(),
      responses: z.number().int(),
      percent: turnSchema,
      alpha: turnSchema,
    }),
  ),
  /** How the disagreements of round 1 were settled. */
  outcomes: z.object({
    settled: moveCellSchema,
    /** By the partners: on the value of one of them, or on another. */
    discussedToOne: moveCellSchema,
    discussedToThird: moveCellSchema,
    /** By a third rater: on an annotator's value, or on another. */
    decidedForOne: moveCellSchema,
    decidedForThird: moveCellSchema,
    majority: moveCellSchema,
    /** Not settled by themselves: no longer asked once others were. */
    dissolved: moveCellSchema,
  }),
  /** Of disagreements that partners settled, how many on the value that one of them had. */
  conformity: shareSchema,
  people: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      userId: z.uuid().nullable(),
      /** Of disagreements settled in a discussion on one partner's value: how often this person gave way. */
      gaveWay: shareSchema,
      /** Of those that a third rater decided for an annotator's value: how often it was this person's. */
      upheld: shareSchema,
    }),
  ),
  /** Who gave way to whom in discussions, by keys of people. */
  moves: z.array(z.object({ from: z.string(), to: z.string(), cell: moveCellSchema })),
})
export type Discussion = z.infer<typeof discussionSchema>

export const getDiscussionEndpoint = endpoint({
  ...common,
  path: '/api/projects/{projectId}/disagreements/{stage}/discussion',
  summary: 'Agreement before and after discussion, and who moved towards whom, on gold tasks',
  response: discussionSchema,
})
