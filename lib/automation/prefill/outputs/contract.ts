import { z } from 'zod'
import { runSchema } from '@/lib/automation/prefill/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { fileName } from '@/lib/platform/api/input'

/** Largest file of machine outputs, in bytes: it is read as a whole. */
export const MAX_OUTPUTS_BYTES = 100_000_000

const projectParams = z.object({ projectId: z.uuid() })

/** What became of a file: its runs, one a model, or what is wrong with it. */
export const outputsResultSchema = z.object({
  /** Empty where the file has problems: nothing was written then. */
  runs: z.array(runSchema),
  /** Models whose outputs were there already, from the same file. */
  known: z.array(z.string()),
  /** Verdicts that found their unit, and those that found none, with the first few texts of these. */
  matched: z.number().int(),
  unmatched: z.number().int(),
  examples: z.array(z.string()),
  problems: z.array(z.object({ line: z.number().int(), field: z.string(), message: z.string(), fix: z.string() })),
})
export type OutputsResult = z.infer<typeof outputsResultSchema>

export const listOutputFormatsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/outputs',
  summary: 'The formats of machine outputs that the project reads',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  response: z.object({
    formats: z.array(z.object({ key: z.string(), title: z.string(), description: z.string() })),
  }),
})

export const importOutputsEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/outputs',
  summary: 'Import machine outputs from a file as runs, one a model; all or nothing, and the same file adds nothing',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  query: z.object({
    fileName,
  }),
  body: 'bytes',
  response: outputsResultSchema,
})
