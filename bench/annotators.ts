/**
 * How often intervals hold the figure that other annotators would give as well: projects are drawn together with their annotators, who differ
 * in how often they err, and the figure is that of all annotators whom they are drawn from. Intervals that hold annotators fixed do not
 * promise that; those from resamples of annotators and responses at once do, for 95 of 100.
 * Run: npm run bench -- annotators [--projects 1000] [--resamples 2000] [--responses 60] [annotators ...]
 */
import { parseArgs } from 'node:util'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import { statisticsNamed } from '@/lib/quality/agreement/measures'
import { foldClusters, type Rated, sampleOf } from '@/lib/quality/agreement/samples'
import { TWO_VALUES } from '@/lib/quality/planning/two-values'
import { type ResponseDraws, responseDraws } from '@/lib/stats/response-draws'
import { say } from './setting/app'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    projects: { type: 'string', default: '1000' },
    resamples: { type: 'string', default: '2000' },
    responses: { type: 'string', default: '60' },
  },
})
const projects = Number(values.projects)
const resamples = Number(values.resamples)
const responses = Number(values.responses)
const crowds = positionals.length > 0 ? positionals.map(Number) : [10, 20, 40]

const PREVALENCE = 0.3
const ALIKENESS = 0.15
const MEAN_RIGHT = 0.85
/** How far annotators differ: the intraclass correlation of being right. */
const DIFFERING = { alike: 0.001, different: 0.05, 'very different': 0.15 }
const RATERS = { three: () => 3, all: (annotators: number) => annotators }
const FIGURES = ['percent', 'alpha'] as const

/** The units of a response of three to seven, each rated by so many of the annotators, who are drawn for the response. */
function responseOf(draws: ResponseDraws, right: readonly number[], raters: number): Rated[] {
  const share = draws.share(PREVALENCE, ALIKENESS)
  const numbers = right.map((_, number) => number)
  for (let place = 0; place < raters; place++) {
    const other = place + draws.below(numbers.length - place)
    const [own = 0, drawn = 0] = [numbers[place], numbers[other]]
    numbers[place] = drawn
    numbers[other] = own
  }
  const chosen = numbers.slice(0, raters).sort((a, b) => a - b)
  return Array.from({ length: 3 + draws.below(5) }, () => {
    const truth = draws.says(share)
    return { raters: chosen, codes: chosen.map((number) => (draws.says(right[number] ?? 0) ? truth : 1 - truth)) }
  })
}

/** Figures over all annotators: two independent ones agree on a unit with the chance that their mean gives. */
function truth(): Record<(typeof FIGURES)[number], number> {
  const [p, r] = [PREVALENCE, MEAN_RIGHT]
  const both = [p * r * r + (1 - p) * (1 - r) ** 2, p * (1 - r) ** 2 + (1 - p) * r * r]
  const many = 1e12
  const mixed = 1 - (both[0] ?? 0) - (both[1] ?? 0)
  const patterns = [
    { raters: [0, 1], codes: [1, 1], units: many * (both[0] ?? 0) },
    { raters: [0, 1], codes: [0, 0], units: many * (both[1] ?? 0) },
    { raters: [0, 1], codes: [0, 1], units: many * mixed },
  ]
  const { whole } = sampleOf(TWO_VALUES, patterns).drawable
  const statistics = statisticsNamed(TWO_VALUES, FIGURES)
  const of = (name: (typeof FIGURES)[number]) => statistics.get(name)?.(whole).value ?? Number.NaN
  return { percent: of('percent'), alpha: of('alpha') }
}

const figures = truth()
say(`percent ${figures.percent.toFixed(3)}, alpha ${figures.alpha.toFixed(3)}; ${responses} responses`)
for (const [kind, differing] of Object.entries(DIFFERING))
  for (const annotators of crowds)
    for (const [rated, ratersOf] of Object.entries(RATERS)) {
      const held = { percent: [0, 0, 0], alpha: [0, 0, 0] }
      const draws = responseDraws(annotators)
      for (let project = 0; project < projects; project++) {
        const right = Array.from({ length: annotators }, () => draws.share(MEAN_RIGHT, differing))
        const clusters = foldClusters(
          Array.from({ length: responses }, () => responseOf(draws, right, ratersOf(annotators))),
        )
        const resampling = { seed: project, resamples, method: 'arcsine' as const, minUnits: MIN_UNITS }
        const found = measureIntervals({ measure: TWO_VALUES, clusters, names: FIGURES }, resampling)
        for (const figure of FIGURES) {
          const view = found[figure]
          const all = [view, view?.withAnnotators, view?.withAnnotators?.percentile]
          all.forEach((limits, index) => {
            if (limits && limits.low <= figures[figure] && limits.high >= figures[figure])
              held[figure][index] = (held[figure][index] ?? 0) + 1
          })
        }
      }
      const share = (count = 0) => ((100 * count) / projects).toFixed(1)
      const told = FIGURES.map((figure) => {
        const [fixed, crossed, percentile] = held[figure]
        return `${figure} ${share(fixed)} fixed, ${share(crossed)} resampled too (percentile ${share(percentile)})`
      })
      say(`${kind}, ${annotators} annotators, ${rated} a response: ${told.join('; ')}`)
    }
