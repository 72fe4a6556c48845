/**
 * Tokens of a text as OpenAI's current models cut it (o200k_base); for other models an estimate. The table is some
 * megabytes, so it is loaded when first asked for.
 */
import 'server-only'

export type CountTokens = (text: string) => number

/**
 * Longest stretch that is counted at once, in UTF-16 units: the time that a stretch without spaces takes grows with its
 * square. Texts are cut at spaces where there are any, and a cut can only add tokens.
 */
const STRETCH = 256

let counter: Promise<CountTokens> | undefined

/** Loads the counter; a failed load is tried again by the next caller. */
export function loadTokenCounter(): Promise<CountTokens> {
  counter ??= load().catch((error: unknown) => {
    counter = undefined
    throw error
  })
  return counter
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer')
  // What looks like a control token ("<|endoftext|>") is text like any other here.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => stretches(text).reduce((sum, stretch) => sum + countTokens(stretch, options), 0)
}

/** The text in order, in pieces of at most STRETCH units; no character outside the basic plane is cut in two. */
export function stretches(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

function endOf(text: string, start: number): number {
  const limit = start + STRETCH
  if (limit >= text.length) return text.length
  // A token takes the space before a word with it.
  const space = text.lastIndexOf(' ', limit)
  if (space > start) return space
  return /[\uDC00-\uDFFF]/.test(text[limit] ?? '') ? limit - 1 : limit
}
