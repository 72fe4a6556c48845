import { levenshtein } from './levenshtein'
import type { Estimate } from './result'
import { rougeL } from './rouge-l'
import { wordOverlap } from './word-overlap'

export interface TextAgreement {
  /** Characters changed over the length of the longer text: 0 is the same text. */
  readonly editDistance: number
  /** Share of the longer text's words that the shorter one has. Undefined: `empty` if neither has a word. */
  readonly wordOverlap: Estimate
  /** ROUGE-L F1 over words of a-z and 0-9; 0 where a text has none, whatever its script. */
  readonly rougeL: number
}

/** How alike two texts are, such as two corrections of one claim: `levenshtein`, `wordOverlap` and `rougeL`. */
export function textAgreement(a: string, b: string): TextAgreement {
  return {
    editDistance: levenshtein(a, b).normalizedDistance,
    wordOverlap: wordOverlap(a, b),
    rougeL: rougeL(a, b).value,
  }
}
