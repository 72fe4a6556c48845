/** What a colour means. The first four are the semantic tones; the rest mark where a value stands. */
export type Tone = 'positive' | 'partial' | 'negative' | 'neutral' | 'suggestion' | 'stale' | 'warning' | 'accent'

/** Surface, border and text of a quiet box in each tone. Suggestions are dashed. */
export const TONE_BOX: Record<Tone, string> = {
  positive: 'border-positive-border bg-positive-surface text-positive-text',
  partial: 'border-partial-border bg-partial-surface text-partial-text',
  negative: 'border-negative-border bg-negative-surface text-negative-text',
  neutral: 'border-neutral-border bg-neutral-surface text-neutral-text',
  suggestion: 'border-suggestion-border border-dashed bg-suggestion-surface text-suggestion-text',
  stale: 'border-stale-border bg-stale-surface text-stale-text',
  warning: 'border-stale-border bg-stale-surface text-stale-text',
  accent: 'border-accent-border bg-accent-surface text-accent-text',
}

/** The solid fill of bars and dots in each tone; at least 3:1 against every surface. */
export const TONE_FILL: Record<Tone, string> = {
  positive: 'bg-positive',
  partial: 'bg-partial',
  negative: 'bg-negative',
  neutral: 'bg-neutral',
  suggestion: 'bg-suggestion',
  stale: 'bg-stale',
  warning: 'bg-stale',
  accent: 'bg-accent',
}

/** The solid border of what is chosen in each tone; at least 3:1 against every surface. */
export const TONE_OUTLINE: Record<Tone, string> = {
  positive: 'border-positive',
  partial: 'border-partial',
  negative: 'border-negative',
  neutral: 'border-neutral',
  suggestion: 'border-suggestion border-dashed',
  stale: 'border-stale',
  warning: 'border-stale',
  accent: 'border-accent',
}
