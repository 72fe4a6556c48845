/** What one item of a generation run starts from: a prompt for a model. Everything that its request depends on. */
import { z } from 'zod'
import type { ChatRequest } from '@/lib/automation/llm/port'

export const subjectSchema = z.object({
  prompt: z.string(),
  model: z.string(),
  externalId: z.string().nullable(),
  temperature: z.number(),
  maxTokens: z.number().int(),
})
export type Subject = z.infer<typeof subjectSchema>

/** The prompt as its writer would send it: nothing is added, and the answer is plain text. */
export function generationRequest({ prompt, model, temperature, maxTokens }: Subject): ChatRequest {
  return { model, system: '', user: prompt, temperature, maxTokens, schema: null, sample: 0 }
}
