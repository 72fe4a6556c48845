import type { EvaluationFigure } from '@/lib/protocols/evaluation'
import { quotientFormula } from './formulas'

/** A sum as it is. */
export const sumFigure = (
  head: Pick<EvaluationFigure, 'key' | 'title' | 'form' | 'better'>,
  place: number,
): EvaluationFigure => ({
  ...head,
  formula: quotientFormula([place]),
  of: (sums) => ({ value: sums[place] ?? 0 }),
})

/** One sum over another; undefined where the other is 0. */
export function ratioFigure(
  head: Pick<EvaluationFigure, 'key' | 'title' | 'form' | 'better'>,
  part: number,
  whole: number,
): EvaluationFigure {
  return {
    ...head,
    formula: quotientFormula([part], [whole]),
    of: (sums) => {
      const n = sums[whole] ?? 0
      return n === 0 ? { value: null, reason: 'empty' } : { value: (sums[part] ?? 0) / n }
    },
  }
}
