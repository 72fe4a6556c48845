import { levenshtein } from './levenshtein'
import { ngramDistance } from './ngram-distance'
import { rougeL } from './rouge-l'
import { wordOverlap } from './word-overlap'

/** A text before and after it was revised. */
export interface Revision {
  readonly revised: string
  readonly original: string
}

/** Means over the revisions; null without any. */
export interface RevisionReport {
  readonly n: number
  /** Code points inserted, deleted or replaced. */
  readonly editDistance: number | null
  readonly normEditDistance: number | null
  readonly normEditSimilarity: number | null
  readonly bigramDistance: number | null
  /** Over the revisions where one of the texts has a word. */
  readonly wordOverlap: number | null
  readonly rougeLF1: number | null
}

/**
 * How much revisions changed: means over the items of Levenshtein's distance, Kondrak's distance of bigrams, word
 * overlap and ROUGE-L, each as its own file defines it, of the revised text against the original (Wang et al. 2024,
 * Factcheck-Bench, Table 6).
 */
export function revisionReport(revisions: readonly Revision[]): RevisionReport {
  const edits = revisions.map(({ revised, original }) => levenshtein(revised, original))
  const overlaps = revisions.map(({ revised, original }) => wordOverlap(revised, original).value)
  return {
    n: revisions.length,
    editDistance: mean(edits.map(({ value }) => value)),
    normEditDistance: mean(edits.map(({ normalizedDistance }) => normalizedDistance)),
    normEditSimilarity: mean(edits.map(({ normalizedSimilarity }) => normalizedSimilarity)),
    bigramDistance: mean(revisions.map(({ revised, original }) => ngramDistance(revised, original).value)),
    wordOverlap: mean(overlaps.filter((value) => value !== null)),
    rougeLF1: mean(revisions.map(({ revised, original }) => rougeL(revised, original).value)),
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
