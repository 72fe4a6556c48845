import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { failureCodes } from '@/lib/protocols/prefill'
import { selectionSchema } from '@/lib/workspace/items/selection/contract'
import { micro, modelPriceSchema, settableMicro } from './settings/contract'

const json = z.json()
const projectParams = z.object({ projectId: z.uuid() })
const runParams = z.object({ projectId: z.uuid(), runId: z.uuid() })

// ---------------------------------------------------------------- plans

/** A step as one asks for it. */
export const stepPlanInput = z.object({
  key: z.string(),
  method: z.enum(['rules', 'model']),
  /** Of method `model`; left out: the standard model. */
  model: z.string().trim().min(1).max(200).optional(),
  parameters: z.record(z.string(), json).default({}),
})

/**
 * What a run works on: tasks that nobody has submitted, with suggestions for those who will; or tasks that are gold, where
 * what it proposes is kept with the run, to be scored against the gold, and suggested to nobody.
 */
export const runTargets = ['open', 'gold'] as const
export type RunTarget = (typeof runTargets)[number]

/** Which tasks of the stage, narrowed down. */
export const targetSchema = z.object({
  /** Left out: all. */
  itemIds: z.array(z.uuid()).min(1).max(10_000).optional(),
  /** Of these alone: named, or found by a filter of the list of items. */
  selection: selectionSchema.optional(),
  /** Only tasks without suggestions of any run; not on gold. */
  onlyNew: z.boolean().default(false),
  most: z.number().int().min(1).max(1_000_000).optional(),
})

export const startRunBody = z.object({
  /** Of the run that is to be made, chosen by the caller: a request that is sent again under it is answered with the run that it started. */
  runId: z.uuid().optional(),
  name: nameText('Name the run.', 200),
  stage: z.string(),
  /** Left out: open tasks. */
  on: z.enum(runTargets).optional(),
  steps: z.array(stepPlanInput).min(1).max(30),
  target: targetSchema.prefault({}),
  budgetMicro: settableMicro.nullable().default(null),
})
export type StartRun = z.output<typeof startRunBody>

/** What a run does, written down once and for all. */
export const runPlanSchema = z.object({
  protocol: z.object({ id: z.string(), version: z.number().int() }),
  stage: z.string().nullable(),
  steps: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      method: z.enum(['rules', 'model']),
      model: z.string().nullable(),
      parameters: z.record(z.string(), json),
      prompts: z.array(z.object({ name: z.string(), version: z.number().int(), hash: z.string() })),
    }),
  ),
  search: z.string().nullable(),
  prices: z.array(modelPriceSchema),
  /** How the items were chosen, and out of how many. */
  target: z.object({
    pool: z.number().int(),
    onlyNew: z.boolean(),
    most: z.number().int().nullable(),
    /** Of so many items that were selected; left out: of all. */
    selected: z.number().int().optional(),
    /** Left out: open tasks. */
    on: z.enum(runTargets).optional(),
  }),
  /** Of an import: the file and its hash. */
  file: z.object({ name: z.string(), sha256: z.string(), format: z.string() }).nullable(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

// ---------------------------------------------------------------- runs

export const runItemStates = ['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled'] as const
export type RunItemState = (typeof runItemStates)[number]

export const runSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['pipeline', 'evaluation', 'generation', 'import']),
  name: z.string(),
  stage: z.string().nullable(),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  /** Why it stands still: "budget", "person", "provider" (no key, wrong key), or "failures". */
  stateReason: z.string().nullable(),
  /** Of "failures", in a sentence: what its first items failed of, all of them. */
  stateDetail: z.string().nullable(),
  /** Null where what is written down cannot be read. */
  plan: runPlanSchema.nullable(),
  budgetMicro: micro.nullable(),
  spentMicro: micro,
  calls: z.number().int(),
  cachedCalls: z.number().int(),
  /** Of a run on gold: predictions, which are suggested to nobody. */
  suggestions: z.number().int(),
  items: z.record(z.enum(runItemStates), z.number().int()),
  by: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** When it will be done at the pace of the last minutes; null while that cannot be told. */
  expectedAt: z.iso.datetime().nullable(),
  /** Median and 95th percentile over finished items, milliseconds. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  /** What went wrong, grouped: code, one message, how many items. */
  failures: z.array(z.object({ code: z.enum(failureCodes), message: z.string(), items: z.number().int() })),
})
export type RunView = z.infer<typeof runSchema>

export const runItemSchema = z.object({
  id: z.uuid(),
  position: z.number().int(),
  itemId: z.uuid().nullable(),
  taskId: z.uuid().nullable(),
  title: z.string(),
  state: z.enum(runItemStates),
  step: z.string().nullable(),
  errorCode: z.enum(failureCodes).nullable(),
  error: z.string().nullable(),
  notes: z.record(z.string(), json),
  attempts: z.number().int(),
  suggestions: z.number().int(),
  calls: z.number().int(),
  cachedCalls: z.number().int(),
  spentMicro: micro,
  millis: z.number().int(),
})
export type RunItemView = z.infer<typeof runItemSchema>

export const listRunsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/runs',
  summary: 'The runs of a project, latest first',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  response: z.object({ runs: z.array(runSchema) }),
})

export const startRunEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/runs',
  summary: 'Start a run of pre-fill steps over the open tasks of a stage, or over its gold to score the steps',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  body: startRunBody,
  response: runSchema,
})

export const getRunEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/runs/{runId}',
  summary: 'A run with its counts, cost and failures',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  response: runSchema,
})

export const listRunItemsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/runs/{runId}/items',
  summary: 'The items of a run, a page at a time',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  query: z.object({
    state: z.enum(runItemStates).optional(),
    after: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  response: z.object({ items: z.array(runItemSchema), next: z.number().int().nullable() }),
})

/** `retry` sets failed items of a run to waiting again, also after it ended. */
export const runActs = ['pause', 'resume', 'cancel', 'retry'] as const
export const actOnRunEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/runs/{runId}/acts',
  summary: 'Pause, resume or cancel a run, or try its failed items again',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  body: z.object({
    act: z.enum(runActs),
    /** With `resume`: another ceiling for the rest of the run. */
    budgetMicro: settableMicro.nullable().optional(),
  }),
  response: runSchema,
})

export const streamRunEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/runs/{runId}/stream',
  summary: 'The run as it goes on, as server-sent events whose data is the run',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  response: { stream: ['text/event-stream'] },
})
