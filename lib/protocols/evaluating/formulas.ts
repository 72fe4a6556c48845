/** How figures come of their sums, as receipts tell it. `evaluateFormula` is what the functions of the figures must give; a test holds them to it. */
import type { FigureFormula, FigureValue, SumRatio } from '@/lib/protocols/evaluation'

const sumOf = (sums: ArrayLike<number>, places: readonly number[]): number =>
  places.reduce((total, place) => total + (sums[place] ?? 0), 0)

function quotient(sums: ArrayLike<number>, { over, under }: SumRatio): number | null {
  if (!under) return sumOf(sums, over)
  const below = sumOf(sums, under)
  return below === 0 ? null : sumOf(sums, over) / below
}

/** `classes`: what a macro average is over; left out: the classes that occur in the sums. */
export function evaluateFormula(
  formula: FigureFormula,
  sums: ArrayLike<number>,
  classes?: readonly number[],
): FigureValue {
  if (formula.infinite !== undefined && (sums[formula.infinite] ?? 0) > 0) return { value: null, reason: 'infinite' }
  if (formula.is === 'mean') {
    const found = formula.ratios.map((ratio) => quotient(sums, ratio))
    const definedValues = found.filter((value) => value !== null)
    if (definedValues.length < found.length) return { value: null, reason: 'empty' }
    return { value: definedValues.reduce((total, value) => total + value, 0) / definedValues.length }
  }
  const isMet = ({ occurs }: (typeof formula.classes)[number]) => sumOf(sums, occurs) > 0
  if (!formula.classes.some(isMet)) return { value: null, reason: 'empty' }
  const over = classes ? formula.classes.filter((_, place) => classes.includes(place)) : formula.classes.filter(isMet)
  const values = over.map(({ ratio }) => quotient(sums, ratio) ?? 0)
  return { value: values.reduce((total, value) => total + value, 0) / values.length }
}

/** One quotient; undefined where its divisor is 0. */
export const quotientFormula = (over: readonly number[], under?: readonly number[]): FigureFormula => ({
  is: 'mean',
  ratios: [under ? { over, under } : { over }],
})
