/** From what the pages show to the lines of a receipt, figure by figure. Pure. */
import type { ComparisonView, EstimateView, Figures } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import type { FigureLine, Ratio } from './receipt'

/** The figures of all annotators, over all units or those of a slice. */
export function linesOfFigures(figures: Figures): FigureLine[] {
  const { categories, confusion, others } = figures
  return [
    ...[...(['units', 'unitsWithTwo', 'ratings', 'responses', 'raters'] as const)].map((key) =>
      count(key, figures[key]),
    ),
    count('unanimousUnits', figures.unanimous),
    estimate('percent', figures.percent),
    estimate('alpha', figures.alpha),
    ...others.map(({ key, estimate: other }) => estimate(key, other)),
    ...categories.flatMap(({ value, count: given, share, alpha }, index): FigureLine[] => [
      { ...count(`count of ${value}`, given, 'categoryCount'), of: index },
      ...(share === null ? [] : [{ ...count(`share of ${value}`, share, 'categoryShare'), of: index }]),
      { ...estimate(`alpha of ${value}`, alpha, 'categoryAlpha'), of: index },
    ]),
    ...cellLines(categories, confusion, 'met').filter(({ of }) => of[0] <= of[1]),
  ]
}

/** The figures of two raters. */
export function linesOfPair({ n, responses, coefficients, confusion }: PairView, categories: readonly string[]) {
  return [
    count('units', n, 'unitsWithTwo'),
    count('responses', responses),
    ...coefficients.map(({ key, estimate: coefficient }) => estimate(key, coefficient)),
    ...cellLines(
      categories.map((value) => ({ value })),
      confusion,
      'crossed',
    ),
  ]
}

/** The figures of a comparison; `ratios` are the protocol's, by the keys of its figures. */
export function linesOfComparison(
  view: Pick<ComparisonView, 'units' | 'pairs' | 'responses' | 'figures'>,
  ratios: ReadonlyMap<string, Ratio>,
): FigureLine[] {
  return [
    ...(['units', 'pairs', 'responses'] as const).map((key) => count(key, view[key])),
    ...view.figures.flatMap(({ key, form, estimate: figure }): FigureLine[] => {
      const ratio = ratios.get(key)
      return ratio ? [{ ...estimate(key, figure, 'ratio'), of: ratio, estimate: form !== 'count' }] : []
    }),
  ]
}

/** How many responses each resample draws, as the first interval says. */
export function drawnBy(estimates: readonly EstimateView[]): number | null {
  return estimates.find(({ interval }) => interval !== null)?.interval?.drawn ?? null
}

function count(key: string, value: number, formula = key): FigureLine {
  return { key, formula, estimate: false, value, reason: null, words: null, interval: null }
}

function estimate(key: string, { value, reason, words, interval }: EstimateView, formula = key): FigureLine {
  const limits = interval && {
    low: interval.low,
    high: interval.high,
    undefinedResamples: interval.undefinedResamples,
    drawn: interval.drawn,
  }
  return { key, formula, estimate: true, value, reason, words, interval: limits }
}

function cellLines(categories: readonly { value: string }[], cells: readonly (readonly number[])[], formula: string) {
  return cells.flatMap((row, r) =>
    row.map((cell, c) => {
      const of: readonly [number, number] = [r, c]
      return { ...count(`${categories[r]?.value} with ${categories[c]?.value}`, cell, formula), of }
    }),
  )
}
