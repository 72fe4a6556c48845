import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

const json = z.json()
const projectParams = z.object({ projectId: z.uuid() })
/** Money in millionths of a dollar, as a whole number. */
export const micro = z.number().int().min(0)
/** The largest sum that can be set, a million dollars: whole micro-dollars stay exact far beyond it. */
export const MOST_MICRO = 1_000_000_000_000
/** A ceiling or a price, as somebody may set it. */
export const settableMicro = micro.max(MOST_MICRO)

/** What a model costs, in millionths of a dollar per million tokens (so dollars per million tokens, times a million). */
export const modelPriceSchema = z.object({
  model: z.string().trim().min(1).max(200),
  input: settableMicro,
  output: settableMicro,
})
export type ModelPrice = z.infer<typeof modelPriceSchema>

export const prefillSettingsSchema = z.object({
  search: z.string().max(40),
  /** null: no ceiling. */
  budgetMicro: settableMicro.nullable(),
  prices: z.array(modelPriceSchema).max(50),
  concurrency: z.number().int().min(1).max(64),
  requestsPerMinute: z.number().int().min(1).max(100_000).nullable(),
})
export type PrefillSettingsValues = z.infer<typeof prefillSettingsSchema>

/** The form of a step's parameters: JSON schema, drawn by the page. */
export const stepViewSchema = z.object({
  key: z.string(),
  title: z.string(),
  summary: z.string(),
  stage: z.string(),
  methods: z.array(z.enum(['rules', 'model'])),
  uses: z.array(z.enum(['search', 'pages', 'embeddings'])),
  after: z.array(z.string()),
  /** A new run begins without it, though it could run. */
  startsOff: z.boolean().optional(),
  /** It proposes other segments: not on gold, whose units stay as they are. */
  resegments: z.boolean().optional(),
  /** The titles of the evaluation tasks that score what it proposes. */
  scoredBy: z.array(z.string()).optional(),
  parameters: json,
  prompts: z.array(
    z.object({
      name: z.string(),
      version: z.number().int(),
      hash: z.string(),
      system: z.string(),
      user: z.string(),
    }),
  ),
})
export type StepView = z.infer<typeof stepViewSchema>

/** Everything the pre-fill page starts from. */
export const prefillOverviewSchema = z.object({
  settings: prefillSettingsSchema,
  spentMicro: micro,
  /** Whether a model can be reached: set in the environment, not here. */
  models: z.object({
    configured: z.boolean(),
    /** Where they are asked, without credentials. */
    baseUrl: z.string().nullable(),
    /** The model that a step gets where nothing else is said. */
    standard: z.string().nullable(),
    /** Recorded answers are replayed instead of asking anybody. */
    scripted: z.boolean(),
  }),
  searches: z.array(
    z.object({ id: z.string(), title: z.string(), configured: z.boolean(), needs: z.array(z.string()) }),
  ),
  stages: z.array(z.object({ key: z.string(), title: z.string() })),
  steps: z.array(stepViewSchema),
  canGenerate: z.boolean(),
  canTriage: z.boolean(),
  corpus: z.object({ documents: z.number().int() }),
})
export type PrefillOverview = z.infer<typeof prefillOverviewSchema>

export const getPrefillEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/prefill',
  summary: 'What machines can do for the project, and what they may use and spend',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  response: prefillOverviewSchema,
})

export const updatePrefillEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/projects/{projectId}/prefill',
  summary: 'Change what runs of the project may use and spend',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  body: prefillSettingsSchema.partial(),
  response: prefillOverviewSchema,
})
