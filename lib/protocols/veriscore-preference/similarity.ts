import { sameText } from '@/lib/protocols/side-by-side/methods'
import { chrfPlusPlus } from '@/lib/stats/chrf'
import { rougeL } from '@/lib/stats/rouge-l'
import { rougeN } from '@/lib/stats/rouge-n'

/** How alike two lists are, each taken as one text (VeriScore, appendix F). All but `exact` from 0 to 1. */
export interface Similarity {
  exact: boolean
  rouge1: number
  rouge2: number
  rougeL: number
  /** With the first list as the reference; chrF++ weighs the two differently. */
  chrf: number
}

export const similarityOf = (first: string, second: string): Similarity => ({
  exact: sameText(first, second),
  rouge1: rougeN(first, second, 1).value,
  rouge2: rougeN(first, second, 2).value,
  rougeL: rougeL(first, second).value,
  chrf: chrfPlusPlus(first, second),
})
