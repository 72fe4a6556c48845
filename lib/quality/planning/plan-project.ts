/** From expectations to a plan, by simulated projects. Pure: the same request always gives the same plan. */
import { RESAMPLES } from '@/lib/quality/agreement/contract'
import { FEWEST_RESAMPLED, FEWEST_UNMARKED, limitsFromError, reachOf } from '@/lib/stats/interval-limits'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { responseDraws } from '@/lib/stats/response-draws'
import {
  FIGURE_TITLES,
  MOST_LABELS,
  MOST_PLANNED,
  type PlannedSize,
  type PlanRequest,
  type ProjectPlan,
} from './contract'
import { type Chances, type FigureModel, modelOf } from './model'

const CONFIDENCE = 0.95
const PROJECTS = 400
const FEWEST_PROJECTS = 100
/** Labels drawn for one size in all; beyond, fewer projects are tried. */
const MOST_DRAWN = 8_000_000
/** Sizes that are tried at most; each comes nearer by the square-root law, so that five or six are enough. */
const MOST_TRIES = 14
const FIRST_TRY = 200
/** So many times the most that a plan may have is out of reach by the square-root law alone. */
const FAR = 2
/** Seeds are below it. */
const SEEDS = 2 ** 32

/** The most responses that a plan may have: with many units or many people, those of the most labels. */
export const mostResponses = ({ units, raters }: Pick<PlanRequest, 'units' | 'raters'>): number =>
  Math.min(MOST_PLANNED, Math.floor(MOST_LABELS / (units * raters)))

/** The smallest number of responses of which the wished share of projects has an interval as narrow as wanted. */
export function planProject({ request, chances }: { request: PlanRequest; chances: Chances }): ProjectPlan {
  const model = modelOf(request, chances)
  const tried = new Map<number, PlannedSize>()
  const sizeFor = (responses: number): PlannedSize => {
    const cachedSize = tried.get(responses)
    if (cachedSize) return cachedSize
    const size = trySize(model, request, responses)
    tried.set(responses, size)
    return size
  }
  const responses = smallest(request, sizeFor)
  const planned = responses === null ? null : sizeFor(responses)
  const beside = planned ? [1, 1 / 4, 1 / 2, 2].map((times) => Math.ceil(planned.responses * times)) : [...tried.keys()]
  const sizes = beside
    .filter((size) => size >= FEWEST_RESAMPLED && size <= mostResponses(request))
    .toSorted((a, b) => a - b)
  return {
    request,
    model: { hit: chances.hit, alarm: chances.alarm },
    outcome: planned ? 'planned' : 'out-of-reach',
    words: planned ? plannedWords(request, planned) : outOfReach(request),
    planned,
    sizes: [...new Set(sizes)].map(sizeFor),
    rules: rulesOf(request, sizeFor(responses ?? firstTry(request)).projects),
  }
}

/** null: more than a plan may have. */
function smallest(request: PlanRequest, sizeFor: (responses: number) => PlannedSize): number | null {
  const { width, assurance } = request
  const most = mostResponses(request)
  let [tooFew, enough] = [FEWEST_RESAMPLED - 1, Number.POSITIVE_INFINITY]
  let next = firstTry(request)
  for (let tries = 0; tries < MOST_TRIES && enough - tooFew > Math.max(1, 0.01 * tooFew); tries++) {
    const { assured, reached } = sizeFor(next)
    if (reached >= assurance) enough = next
    else if (next === most) return null
    else tooFew = next
    // What is far beyond the most is not tried.
    if (assured !== null && next * (assured / width) ** 2 > FAR * most) return null
    // Widths shrink with the square root of the responses; where most projects have no interval, twice as many are tried.
    const guess = assured === null ? 2 * next : Math.ceil(next * (assured / width) ** 2)
    next = Math.min(most, Number.isFinite(enough) ? between(guess, tooFew, enough) : Math.max(guess, tooFew + 1))
  }
  return Number.isFinite(enough) ? enough : null
}

const firstTry = (request: PlanRequest): number => Math.min(FIRST_TRY, mostResponses(request))

const between = (guess: number, least: number, most: number): number =>
  guess > least && guess < most ? guess : Math.floor((least + most) / 2) || least + 1

/** How wide intervals come out in projects of so many responses. */
function trySize(model: FigureModel, request: PlanRequest, responses: number): PlannedSize {
  const { width, units, raters, minutes, seed, assurance, figure } = request
  const drawn = responses * units * (1 + (figure === 'f1' ? 1 : raters))
  const projects = Math.max(FEWEST_PROJECTS, Math.min(PROJECTS, Math.floor(MOST_DRAWN / drawn)))
  const factor = reachOf(1, responses, CONFIDENCE)
  const counts = new Float64Array(responses * model.cells)
  const widths: number[] = []
  for (let project = 0; project < projects; project++) {
    // Behind the last seed comes the first.
    const draws = responseDraws((seed + project) % SEEDS)
    counts.fill(0)
    for (let response = 0; response < responses; response++) model.add(draws, counts, response * model.cells)
    // A spread that is resampled so often differs by chance from that of all resamples. A project without an interval is wider than any.
    const noise = 1 + draws.normal() / Math.sqrt(2 * RESAMPLES)
    widths.push(widthOf(model, counts, factor * noise) ?? Number.POSITIVE_INFINITY)
  }
  const sorted = Float64Array.from(widths).sort()
  const quantileAt = (p: number) => {
    const found = quantileOfSorted(sorted, p)
    return Number.isFinite(found) ? found : null
  }
  const labels = Math.round(responses * units) * raters
  return {
    responses,
    units: Math.round(responses * units),
    labels,
    hours: minutes === undefined ? null : (responses * raters * minutes) / 60,
    median: quantileAt(0.5),
    assured: quantileAt(assurance),
    reached: sorted.filter((found) => found <= width).length / projects,
    projects,
  }
}

/** A step that changes a count by a little against all of them. */
const STEP = 1e-4

/**
 * The width of the interval of one project. The spread that resampling responses would give is had from the derivatives of the figure by its
 * counts: with psi of a response the sum of its counts times these, it is the root of the sum of psi^2 (the infinitesimal jackknife, Efron &
 * Tibshirani 1993, An Introduction to the Bootstrap, 21). null where the figure is undefined.
 */
function widthOf({ cells, of, range }: FigureModel, counts: Float64Array, factor: number): number | null {
  const totals = new Float64Array(cells)
  counts.forEach((count, index) => {
    totals[index % cells] = (totals[index % cells] ?? 0) + count
  })
  const point = of(totals)
  if (point === null) return null
  const step = STEP * totals.reduce((sum, count) => sum + count, 0)
  const slopes = totals.map((count, cell) => {
    const near = (by: number) => {
      const moved = totals.slice()
      moved[cell] = count + by
      return of(moved) ?? point
    }
    return (near(step) - point) / step
  })
  let sum = 0
  for (let start = 0; start < counts.length; start += cells) {
    let psi = 0
    for (let cell = 0; cell < cells; cell++) psi += (slopes[cell] ?? 0) * (counts[start + cell] ?? 0)
    sum += psi ** 2
  }
  const { low, high } = limitsFromError(point, { spread: Math.sqrt(sum), range }, (spread) => factor * spread)
  // Where nothing differs in the sample there is an interval of no width, from which nothing is concluded.
  return low === high ? null : high - low
}

const countOf = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
const shareOf = (share: number): string => `${Math.round(100 * share)}%`

function outOfReach(request: PlanRequest): string {
  const most = mostResponses(request)
  const labels =
    most < MOST_PLANNED
      ? `: with ${request.units.toLocaleString('en')} units of a response and ${request.raters} people they are the most that a plan may have, ${MOST_LABELS.toLocaleString('en')} labels`
      : ''
  return `That takes more than ${most.toLocaleString('en')} responses${labels}. Plan for a wider interval, or for fewer sure projects.`
}

function plannedWords({ figure, width, raters, minutes, assurance }: PlanRequest, size: PlannedSize): string {
  const { responses, units, labels, hours, reached, projects } = size
  const cost =
    hours === null || minutes === undefined
      ? ''
      : ` That is about ${countOf(Math.ceil(hours), 'hour')} of annotation, at ${minutes.toLocaleString('en')} minutes a response and person.`
  const few =
    responses < FEWEST_UNMARKED
      ? ` Intervals from fewer than ${FEWEST_UNMARKED} responses are marked, since they hold less than they promise: ${FEWEST_UNMARKED} are wiser.`
      : ''
  return `Have ${countOf(responses, 'response')} annotated by ${raters} people each: about ${countOf(units, 'unit')} and ${countOf(labels, 'label')}.${cost} Of ${projects} simulated projects of that size, ${shareOf(reached)} had an interval of ${inSentence(figure)} at most ${width} wide; ${shareOf(assurance)} were wished for.${few}`
}

const inSentence = (figure: PlanRequest['figure']): string =>
  figure === 'percent' ? 'percent agreement' : FIGURE_TITLES[figure]

function rulesOf({ figure, seed }: PlanRequest, projects: number): string[] {
  return [
    'Units have the value or not. In each response a share of them has it that is drawn from a beta distribution, so that units of one response resemble each other; the number of units is drawn evenly around its mean.',
    figure === 'f1'
      ? 'The system has as many false alarms as misses, so that its precision and its recall are its F1. Gold is taken for the truth.'
      : 'Annotators err independently of each other, all of them alike, and give the value as often as it is there.',
    `${projects} projects are simulated for a size, seed ${seed}, each with a 95% interval on the arcsine scale of whole responses, as pages show it; its spread follows from derivatives in the place of resamples.`,
    'The plan is the smallest size at which enough of the projects have so narrow an interval. It holds as far as the expectations do: after a pilot, plan again with its own figures.',
  ]
}
