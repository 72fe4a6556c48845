/** How both extractors go through a text: sentence by sentence, a few at a time, equal claims once. */
import pLimit from 'p-limit'
import { z } from 'zod'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { Prompt, StepTools } from '@/lib/protocols/prefill'
import { type PreferenceContent, tidyClaims } from '@/lib/protocols/veriscore-preference/content'
import { segmentText } from '@/lib/text/segment-text'

const AT_ONCE = 4
const MOST_TOKENS = 1_000

export const parameters = z.object({
  named: z
    .union([
      parameterOption('method', 'The way of extracting: to compare two ways'),
      parameterOption('model', 'The model: to compare two models'),
    ])
    .default('method')
    .meta({ title: 'The list is named after', description: 'Annotators never see the name.' }),
})

const answer = z.object({ claims: z.array(z.string()) })

/** The sentences that are read; what is cut off is not extracted from either. */
export const sentencesOf = ({ text, cut }: PreferenceContent): string[] =>
  segmentText(text.slice(0, cut)).filter((sentence) => sentence.trim() !== '')

/** What is asked about one sentence. */
export interface Asking {
  prompt: Prompt
  values: Record<string, string>
}

/** The claims of each sentence by a model, in order; equal ones once. */
export async function askForClaims(
  tools: StepTools,
  questions: readonly Asking[],
): Promise<{ claims: string[]; model: string | null }> {
  const limit = pLimit(AT_ONCE)
  const modelReplies = await Promise.all(
    questions.map((question) => limit(() => tools.ask({ ...question, answer, maxTokens: MOST_TOKENS }))),
  )
  return { claims: unique(modelReplies.flatMap(({ value }) => value.claims)), model: modelReplies[0]?.model ?? null }
}

export const unique = (claims: readonly string[]): string[] => [...new Set(tidyClaims(claims))]
