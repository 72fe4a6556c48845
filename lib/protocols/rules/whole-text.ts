/** Is it a whole text? That can be seen from its end; what it is about cannot. */
import { searchWords } from '@/lib/text/words'

export interface WholenessHint {
  wholeness: 'whole' | 'cut_off' | 'few_words'
  /** From 0 to 1; modest, as these are cues. */
  score: number
  why: string
}

const FEWEST_WORDS = 2
const SCORE = 0.3
/** What closes a sentence, a quotation, a bracket, a list or a table. */
const END = /[.!?。！？…:)\]"”'’`|]\s*$/u

export function wholenessOf(text: string): WholenessHint {
  if (searchWords(text).length < FEWEST_WORDS)
    return { wholeness: 'few_words', score: SCORE, why: 'it has hardly any words.' }
  return END.test(text)
    ? { wholeness: 'whole', score: SCORE, why: 'it ends like a whole text.' }
    : { wholeness: 'cut_off', score: SCORE, why: 'it seems to be cut off.' }
}
