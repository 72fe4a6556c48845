/** What a passage seems to say of a claim, by shared words, numbers and negation. It cannot read; a person decides. */
import { segmentText } from '@/lib/text/segment-text'
import { isNegated, numbersIn, telling } from './words'

export interface StanceHint {
  stance: 'supports' | 'partly' | 'refutes' | 'irrelevant'
  /** From 0 to 1. */
  score: number
  why: string
}

/**
 * Shares of the claim's telling words that a passage, or its closest sentence, has to have. Set by what people said of
 * published claims and passages; the scores are about how often the rules said the same.
 */
const SAME = 0.8
const CLOSE = 0.5
const RELATED = 0.65

export function lexicalStance(claim: string, passage: string): StanceHint {
  const words = telling(claim)
  const whole = share(words, telling(passage))
  const best = closestSentence(words, passage)
  const percent = `${Math.round(whole * 100)} % of the claim's words are in the passage`
  if (words.size === 0 || whole < RELATED) return { stance: 'irrelevant', score: 0.65, why: `Only ${percent}.` }
  const missing = [...numbersIn(claim)].filter((number) => !numbersIn(passage).has(number))
  const others = [...numbersIn(best.text)].filter((number) => !numbersIn(claim).has(number))
  if (missing.length > 0 && others.length > 0 && best.share >= RELATED) {
    const why = `${percent}, but where the claim has ${missing.join(', ')} the closest sentence has ${others.join(', ')}.`
    return { stance: 'refutes', score: 0.2, why }
  }
  if (best.share >= SAME && isNegated(claim) !== isNegated(best.text)) {
    return { stance: 'refutes', score: 0.4, why: `${percent}, but only one of the two is negated.` }
  }
  if (whole >= SAME && best.share >= CLOSE && missing.length === 0) {
    return { stance: 'supports', score: 0.6, why: `${percent}, with all its numbers.` }
  }
  return { stance: 'partly', score: 0.2, why: `${percent}.` }
}

/** The sentence of the passage that shares most words with the claim. */
function closestSentence(words: ReadonlySet<string>, passage: string): { text: string; share: number } {
  const rated = segmentText(passage).map((text) => ({ text, share: share(words, telling(text)) }))
  return rated.reduce((best, each) => (each.share > best.share ? each : best), { text: '', share: 0 })
}

function share(words: ReadonlySet<string>, among: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => among.has(word)).length / words.size
}
