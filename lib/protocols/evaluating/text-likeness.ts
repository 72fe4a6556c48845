/** How like two texts are, as sums that means are made of. */
import type { EvaluationFigure } from '@/lib/protocols/evaluation'
import { levenshtein } from '@/lib/stats/levenshtein'
import { rougeL } from '@/lib/stats/rouge-l'
import { wordOverlap } from '@/lib/stats/word-overlap'

/** Sums: texts, normalised edit distance, word overlap, texts where that is defined, ROUGE-L. */
const [TEXTS, DISTANCE, OVERLAP, OVERLAPS, ROUGE] = [0, 1, 2, 3, 4]
export const LIKENESS_SUMS = 5

export function likenessSums(given: string, reference: string): number[] {
  const overlap = wordOverlap(given, reference).value
  return [
    1,
    levenshtein(given, reference).normalizedDistance,
    overlap ?? 0,
    overlap === null ? 0 : 1,
    rougeL(reference, given).value,
  ]
}

/** Means of sums that begin at `start`. `to`: what the texts are held against, as "the human correction". */
export function likenessFigures(
  key: string,
  to: string,
  start: number,
): [EvaluationFigure, EvaluationFigure, EvaluationFigure] {
  const mean =
    (sum: number, count: number): EvaluationFigure['of'] =>
    (sums) => {
      const n = sums[start + count] ?? 0
      return n === 0 ? { value: null, reason: 'empty' } : { value: (sums[start + sum] ?? 0) / n }
    }
  return [
    { key: `${key}RougeL`, title: `ROUGE-L with ${to}`, form: 'share', better: 'high', of: mean(ROUGE, TEXTS) },
    {
      key: `${key}Distance`,
      title: `Normalised edit distance to ${to}`,
      form: 'share',
      better: 'low',
      of: mean(DISTANCE, TEXTS),
    },
    {
      key: `${key}Overlap`,
      title: `Word overlap with ${to}`,
      form: 'share',
      better: 'high',
      of: mean(OVERLAP, OVERLAPS),
    },
  ]
}
