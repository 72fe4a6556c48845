/** How much a model may write where it repeats words of a text, and about how many units it is asked at once. */
import type { StepTools } from '@/lib/protocols/prefill'

/** Units whose entries or marks are asked for in one call. */
export const MOST_UNITS = 10
const LEAST_TOKENS = 1_000
const MOST_TOKENS = 12_000
/** Of entries and marks, which say again what the text says, with the words before it or numbers, and with reasons. */
const TOKENS_A_TOKEN = 3

/** For answers about these texts, in tokens. */
export const roomFor = (
  { countTokens }: Pick<StepTools, 'countTokens'>,
  texts: readonly string[],
  tokensAToken = TOKENS_A_TOKEN,
): number =>
  Math.min(MOST_TOKENS, LEAST_TOKENS + tokensAToken * texts.reduce((sum, text) => sum + countTokens(text), 0))
