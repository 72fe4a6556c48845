/** All figures of one measure over a set of units. Pure: the same rows always give the same figures. */
import type { Measure } from '@/lib/protocols/protocol'
import { withoutRaters } from '@/lib/stats/fewer-rows'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { type Label, type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import { closeCell, countIn, openCell, openSquare } from './cells'
import { type DomainFigures, type Figures, type MeasureView, MIN_UNITS } from './contract'
import { estimatesOf } from './estimates'
import { type FigureOptions, pairsOf } from './pairs'
import type { RatedUnit } from './rated-units'

/** A measure's figures over all units and by domain. `domainTexts`: the words for domains, where they have any. */
export function measureFigures(
  measure: Measure,
  units: readonly RatedUnit[],
  domainTexts: Readonly<Record<string, string>>,
  options: FigureOptions,
): Pick<MeasureView, 'all' | 'domains' | 'meanOfDomains'> {
  const groups = new Map<string | null, RatedUnit[]>()
  for (const unit of units) {
    const group = groups.get(unit.domain)
    if (group) group.push(unit)
    else groups.set(unit.domain, [unit])
  }
  const domains = [...groups]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
    .map(([domain, own]): DomainFigures => {
      const title = domain === null ? 'No domain' : (domainTexts[domain] ?? domain)
      // Pairs within a domain are many and small: their intervals would cost most of the time and say least.
      return { domain, title, ...figuresOf(measure, own, options, { pairIntervals: false }) }
    })
  return { all: figuresOf(measure, units, options), domains, meanOfDomains: meanOf(domains) }
}

function meanOf(domains: readonly DomainFigures[]): MeasureView['meanOfDomains'] {
  const values = domains.flatMap(({ percent }) => (percent.value === null ? [] : [percent.value]))
  const total = values.reduce((sum, value) => sum + value, 0)
  return { percent: values.length === 0 ? null : total / values.length, domains: values.length }
}

/** The figures of one measure over these units. */
export function figuresOf(
  measure: Measure,
  units: readonly RatedUnit[],
  options: FigureOptions,
  { pairIntervals = true } = {},
): Figures {
  const twice = units.filter(({ ratings }) => ratings.length > 1)
  return {
    units: units.length,
    unitsWithTwo: twice.length,
    unanimous: twice.filter(({ ratings }) => ratings.every(({ category }) => category === ratings[0]?.category)).length,
    ratings: units.reduce((sum, { ratings }) => sum + ratings.length, 0),
    responses: new Set(units.map(({ taskId }) => taskId)).size,
    raters: new Set(units.flatMap(({ ratings }) => ratings.map(({ rater }) => rater))).size,
    ...agreementOf(measure, twice, options),
    ...sharesOf(measure, units, options),
    pairs: pairsOf(measure, units, { ...options, intervals: options.intervals && pairIntervals }),
  }
}

/** Who gave which rating plays no part here, so rows need only be as wide as the most ratings of one unit. */
function agreementOf(measure: Measure, twice: readonly RatedUnit[], options: FigureOptions) {
  const labels = measure.categories.map(({ value }) => value)
  const width = twice.reduce((most, { ratings }) => Math.max(most, ratings.length), 0)
  const rows = twice.map(({ ratings }) =>
    Array.from({ length: width }, (_, index): Label | null => labels[ratings[index]?.category ?? -1] ?? null),
  )
  const used = measure.categories.filter((_, index) =>
    twice.some(({ ratings }) => ratings.some(({ category }) => category === index)),
  )
  return estimatesOf(
    withoutRaters(ratingsOf(rows, { categories: labels })),
    { percent: (x: RatingTable) => percentAgreement(x), alpha: (x: RatingTable) => alphaOf(measure, x) },
    {
      n: twice.length,
      only: used.length === 1 ? (used[0]?.text ?? null) : null,
      clusters: twice.map(({ taskId }) => taskId),
      intervals: options.intervals,
    },
  )
}

function alphaOf({ level, categories }: Measure, ratings: RatingTable) {
  if (level !== 'interval') return krippendorffAlpha(ratings, { level })
  return krippendorffAlpha({ ...ratings, categories: categories.map(({ value }) => Number(value)) }, { level })
}

/** How often each category was given, and which categories met in pairs of ratings of one unit. */
function sharesOf({ categories }: Measure, units: readonly RatedUnit[], { showsItems }: FigureOptions) {
  const given = categories.map(openCell)
  const met = openSquare(categories.length)
  for (const { ratings, position } of units) {
    ratings.forEach(({ category }, index) => {
      countIn(given[category], position)
      for (const other of ratings.slice(index + 1)) {
        countIn(met[Math.min(category, other.category)]?.[Math.max(category, other.category)], position)
      }
    })
  }
  const total = given.reduce((sum, { count }) => sum + count, 0)
  return {
    prevalence: categories.map(({ value }, index) => {
      const cell = closeCell(given[index] ?? openCell(), showsItems)
      return { value, share: units.length < MIN_UNITS ? null : cell.count / total, cell }
    }),
    confusion: met.map((line) => line.map((cell) => closeCell(cell, showsItems))),
  }
}
