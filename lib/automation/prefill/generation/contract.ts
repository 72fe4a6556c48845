import { z } from 'zod'
import { runSchema } from '@/lib/automation/prefill/contract'
import { settableMicro } from '@/lib/automation/prefill/settings/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'

const projectParams = z.object({ projectId: z.uuid() })

export const startGenerationBody = z.object({
  /** Of the run that is to be made, chosen by the caller: a request that is sent again under it is answered with the run that it started. */
  runId: z.uuid().optional(),
  name: nameText('Name the run.', 200),
  prompts: z
    .array(z.object({ prompt: z.string().trim().min(1).max(100_000), externalId: z.string().max(200).nullable() }))
    .min(1)
    .max(10_000),
  /** One response of each. */
  models: z.array(z.string().trim().min(1).max(200)).min(1).max(10),
  temperature: z.number().min(0).max(2).default(0),
  maxTokens: z.number().int().min(1).max(32_000).default(1_000),
  budgetMicro: settableMicro.nullable().default(null),
})
export type StartGeneration = z.output<typeof startGenerationBody>

export const startGenerationEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/generations',
  summary: 'Start a run that asks models for responses to prompts; each becomes an item',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  body: startGenerationBody,
  response: runSchema,
})
