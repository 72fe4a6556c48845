import { dollarsInput, parseDollars } from '@/lib/automation/prefill/rules'
import type { ModelPrice } from '@/lib/automation/prefill/settings/contract'

/** A row of the table of prices as it is typed: dollars per million tokens. */
export interface PriceDraft {
  /** Stays with the row while rows come and go. */
  key: string
  model: string
  input: string
  output: string
}

export const priceDrafts = (prices: readonly ModelPrice[]): PriceDraft[] =>
  prices.map(({ model, input, output }, index) => ({
    key: `kept-${index}`,
    model,
    input: dollarsInput(input),
    output: dollarsInput(output),
  }))

export interface ReadPrices {
  prices: ModelPrice[]
  /** What is wrong, by row key. */
  errors: Record<string, string>
}

/** The prices that are typed; rows in which nothing is typed are left out. */
export function readPrices(drafts: readonly PriceDraft[]): ReadPrices {
  const prices: ModelPrice[] = []
  const errors: Record<string, string> = {}
  for (const draft of drafts) {
    if ([draft.model, draft.input, draft.output].every((text) => text.trim() === '')) continue
    const model = draft.model.trim()
    const input = parseDollars(draft.input)
    const output = parseDollars(draft.output)
    if (model === '') errors[draft.key] = 'Name the model.'
    else if (prices.some((price) => price.model === model))
      errors[draft.key] = 'This model stands in the table already.'
    else if (typeof input !== 'number' || typeof output !== 'number')
      errors[draft.key] = 'Give both prices in dollars, like 0.15; 0 for what costs nothing.'
    else prices.push({ model, input, output })
  }
  return { prices, errors }
}
