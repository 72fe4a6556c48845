/** Assignment by rule: many tasks over several people, previewed, and carried out exactly as previewed or not at all. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { selectionSchema } from '@/lib/workspace/items/selection/contract'

/** So many tasks are given in one act; the first ones by position. */
export const MOST_TASKS = 20_000
export const MOST_PEOPLE = 100

const wordSchema = z.string().trim().min(1).max(200)

export const byRuleBody = z.object({
  /** The key of the stage. */
  stage: z.string().min(1).max(100),
  /** Of its open tasks with room, those of these items. */
  items: z
    .object({
      from: z.int32().min(1).default(1),
      to: z.int32().min(1).nullable().default(null),
      domain: wordSchema.optional(),
      tag: wordSchema.optional(),
      /** Of these alone: named, or found by a filter of the list of items. */
      selection: selectionSchema.optional(),
    })
    .default({ from: 1, to: null }),
  people: z
    .array(
      z.object({
        userId: z.uuid(),
        /** The most that they get by this; their quota and what they take hold besides. */
        most: z.number().int().min(0).max(MOST_TASKS).nullable().default(null),
      }),
    )
    .min(1, 'Choose at least one person.')
    .max(MOST_PEOPLE, `At most ${MOST_PEOPLE} people at once.`)
    .refine((people) => new Set(people.map(({ userId }) => userId)).size === people.length, 'Name each person once.'),
  /** How many of them get each task; null: as many as it has room for. */
  perTask: z.number().int().min(1, 'At least one.').max(20, 'At most 20.').nullable().default(null),
  /** The most, in percent of the stage's tasks with two or more people, in which two of them meet. */
  pairLimit: z.number().min(1, 'At least 1 %.').max(100, 'At most 100 %.').nullable().default(null),
  /** The field of the imported record that names an item's language. */
  languageField: z.string().trim().min(1, 'Name a field.').max(100).default('language'),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  /** A name for the tasks, shown in lists. */
  batch: z.string().trim().max(80).default(''),
})
export type ByRule = z.output<typeof byRuleBody>

export const leftReasons = ['room', 'takers', 'barred', 'quota', 'pairs', 'unsearched'] as const

/** Why a selected item is not among the tasks at all. */
export const outsideReasons = ['narrowed', 'discarded', 'none', 'preparing', 'full', 'annotated'] as const
export type OutsideReason = (typeof outsideReasons)[number]

export const leftSchema = z.object({
  reason: z.enum(leftReasons),
  /** What they are about, where that is the reason. */
  domain: z.string().nullable(),
  tags: z.array(z.string()),
  language: z.string().nullable(),
  /** How many people each needs, and who takes them. */
  needed: z.number().int(),
  takers: z.array(z.string()),
  items: z.number().int(),
  /** The first of them. */
  positions: z.array(z.number().int()),
})
export type Left = z.infer<typeof leftSchema>

export const rulePreviewSchema = z.object({
  /** Names exactly these shares; carrying them out asks for it. */
  fingerprint: z.string(),
  /** Open tasks with room that were asked for, and how many of them were too many for one act. */
  tasks: z.number().int(),
  beyond: z.number().int(),
  /** Of a selection: items without an open task with room in the stage, by reason; empty without one. */
  outside: z.array(z.object({ reason: z.enum(outsideReasons), items: z.number().int() })),
  /** How many tasks get their people, and how many shares that makes. */
  given: z.number().int(),
  shares: z.number().int(),
  people: z.array(
    z.object({
      userId: z.uuid(),
      name: z.string(),
      /** Shares in the project, open and submitted alike, and how many more they get. */
      before: z.number().int(),
      added: z.number().int(),
      quota: z.number().int().nullable(),
    }),
  ),
  pairs: z.object({
    /** Tasks of the stage with two or more people, once this is carried out. */
    of: z.number().int(),
    /** Of the chosen people: how many pairs there are, how many meet, and how often. */
    possible: z.number().int(),
    meeting: z.number().int(),
    least: z.number().int(),
    most: z.number().int(),
    /** Those that meet most, by name: at most so many. */
    first: z.array(z.object({ a: z.string(), b: z.string(), before: z.number().int(), added: z.number().int() })),
    /** The smallest limit, in percent, that so many people can keep at all. */
    leastLimit: z.number().nullable(),
  }),
  left: z.array(leftSchema),
})
export type RulePreview = z.infer<typeof rulePreviewSchema>

const params = z.object({ projectId: z.uuid() })
const tag = 'assignments'

export const previewByRuleEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/assignments/by-rule/preview',
  summary: 'What assigning by rule would give to whom; nothing is changed',
  tag,
  auth: 'actor',
  params,
  body: byRuleBody,
  response: rulePreviewSchema,
})

export const assignByRuleEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/assignments/by-rule',
  summary: 'Assign by rule, exactly as previewed; 409 where what was previewed is no longer what would come of it',
  tag,
  auth: 'actor',
  params,
  body: byRuleBody.extend({ fingerprint: z.string().min(1).max(100) }),
  response: z.object({ given: z.number().int(), shares: z.number().int() }),
})
export type AssignByRule = ByRule & { fingerprint: string }
