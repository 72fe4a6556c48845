/** How like two texts are, as sums that means are made of. */
import type { EvaluationFigure } from '@/lib/protocols/evaluation'
import { levenshtein } from '@/lib/stats/levenshtein'
import { rougeL } from '@/lib/stats/rouge-l'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { ratioFigure } from './means'

/** Sums: texts, normalised edit distance, word overlap, texts where that is defined, ROUGE-L. */
const [TEXTS, DISTANCE, OVERLAP, OVERLAPS, ROUGE] = [0, 1, 2, 3, 4]
export const LIKENESS_SUMS = 5

export function likenessSums(text: string, reference: string): number[] {
  const overlap = wordOverlap(text, reference).value
  return [
    1,
    levenshtein(text, reference).normalizedDistance,
    overlap ?? 0,
    overlap === null ? 0 : 1,
    rougeL(reference, text).value,
  ]
}

/** Means of sums that begin at `start`. `to`: what the texts are held against, as "the human correction". */
export function likenessFigures(
  key: string,
  to: string,
  start: number,
): [EvaluationFigure, EvaluationFigure, EvaluationFigure] {
  const mean = (name: string, title: string, better: 'high' | 'low', [sum, count]: readonly [number, number]) =>
    ratioFigure({ key: `${key}${name}`, title, form: 'share', better }, start + sum, start + count)
  return [
    mean('RougeL', `ROUGE-L with ${to}`, 'high', [ROUGE, TEXTS]),
    mean('Distance', `Normalised edit distance to ${to}`, 'low', [DISTANCE, TEXTS]),
    mean('Overlap', `Word overlap with ${to}`, 'high', [OVERLAP, OVERLAPS]),
  ]
}
