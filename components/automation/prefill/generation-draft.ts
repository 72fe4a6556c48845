import type { startGenerationEndpoint } from '@/lib/automation/prefill/generation/contract'
import { parseDollars } from '@/lib/automation/prefill/rules'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { modelsIn } from './plan'
import type { ReadPrompts } from './prompts-file'

const MOST_MODELS = 10
const HOTTEST = 2
const MOST_TOKENS = 32_000

/** What is typed for a run that generates responses. */
export interface GenerationDraft {
  name: string
  models: string
  temperature: string
  maxTokens: string
  budget: string
}

/** What would be sent, null while something is wrong; and what that is, by field. */
export function readGeneration(draft: GenerationDraft, { prompts, problems }: ReadPrompts) {
  const errors: Record<string, string> = {}
  const models = modelsIn(draft.models)
  const temperature = numberIn(draft.temperature)
  const maxTokens = numberIn(draft.maxTokens)
  const budgetMicro = parseDollars(draft.budget)
  if (prompts.length === 0) errors.prompts = 'Paste at least one prompt, or choose a file.'
  else if (problems.length > 0) errors.prompts = 'Correct what is wrong with the prompts first.'
  if (models.length === 0) errors.models = 'Name at least one model.'
  if (models.length > MOST_MODELS) errors.models = `Name at most ${MOST_MODELS} models.`
  if (!(temperature >= 0 && temperature <= HOTTEST)) errors.temperature = `Give a number from 0 to ${HOTTEST}.`
  if (!(Number.isInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MOST_TOKENS))
    errors.maxTokens = `Give a whole number from 1 to ${MOST_TOKENS.toLocaleString('en')}.`
  if (budgetMicro === undefined) errors.budgetMicro = 'Give dollars, like 2.50, or leave it empty.'
  const isFine = Object.keys(errors).length === 0 && budgetMicro !== undefined
  const name = draft.name.trim() || generationName(models)
  const body: BodyInput<typeof startGenerationEndpoint> | null = isFine
    ? { name, prompts, models, temperature, maxTokens, budgetMicro }
    : null
  return { body, errors, models }
}

/** What a run is called where nobody names it. */
export const generationName = (models: readonly string[]): string =>
  models.length === 0 ? 'Responses' : `Responses of ${models.join(', ')}`.slice(0, 200)

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
