/**
 * Whether plans keep their promise: a project is planned for a width of the interval, then so many projects of that size are drawn from the
 * populations of `bench coverage`, and get their intervals by the code that pages, the API and the command line use. Printed are the share of
 * projects whose interval is as narrow as planned, which the plan promises for four of five, and the share whose interval holds the figure.
 * Run: npm run bench -- plan [--projects 500] [--resamples 2000] [--width 0.1] [--only "skewed, alpha"]
 */
import { parseArgs } from 'node:util'
import { replicateInPlace } from '@/lib/gold/evaluation/scoring/resampling'
import { detectionFigures } from '@/lib/protocols/evaluating/detection'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import { foldClusters } from '@/lib/quality/agreement/samples'
import { type PlanRequest, planRequestSchema } from '@/lib/quality/planning/contract'
import { chancesOf } from '@/lib/quality/planning/model'
import { planProject } from '@/lib/quality/planning/plan-project'
import { TWO_VALUES } from '@/lib/quality/planning/two-values'
import { say } from './setting/app'
import { type Cells, cellOf, detectionSums, simulate } from './setting/simulated-responses'

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '500' },
    resamples: { type: 'string', default: '2000' },
    width: { type: 'string', default: '0.1' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
  },
})
const projects = Number(values.projects)
const resamples = Number(values.resamples)

/** Far from the seeds that the plan itself is tried with. */
const FIRST_SEED = 1_000_000

const REQUESTS: Readonly<Record<string, Pick<PlanRequest, 'figure' | 'expected' | 'prevalence'>>> = {
  'moderate, alpha': { figure: 'alpha', expected: 0.4, prevalence: 0.35 },
  'skewed, alpha': { figure: 'alpha', expected: 0.51, prevalence: 0.1 },
  'high agreement, alpha': { figure: 'alpha', expected: 0.87, prevalence: 0.2 },
  'moderate, percent': { figure: 'percent', expected: 0.73, prevalence: 0.35 },
  'skewed, percent': { figure: 'percent', expected: 0.91, prevalence: 0.1 },
  'moderate, F1': { figure: 'f1', expected: 0.8, prevalence: 0.35 },
  'skewed, F1': { figure: 'f1', expected: 0.75, prevalence: 0.1 },
}

const ratedUnits = (cells: Cells) =>
  [0, 1].flatMap((first) =>
    [0, 1].flatMap((second) =>
      Array.from({ length: (cells[cellOf(0, first, second)] ?? 0) + (cells[cellOf(1, first, second)] ?? 0) }, () => ({
        raters: [1, 2],
        codes: [first, second],
      })),
    ),
  )

type Limits = { low: number | null; high: number | null } | undefined

async function limitsOf(figure: PlanRequest['figure'], responses: readonly Cells[], seed: number): Promise<Limits> {
  if (figure !== 'f1') {
    const resampling = { seed, resamples, method: 'arcsine' as const, minUnits: MIN_UNITS }
    const clusters = foldClusters(responses.map(ratedUnits))
    return measureIntervals({ measure: TWO_VALUES, clusters, names: [figure] }, resampling)[figure]
  }
  const sums = Float64Array.from(responses.flatMap((cells) => detectionSums(cells, 0)))
  const tables = [{ sums, scored: responses.length, classes: null }]
  const asked = { tables, pairs: [], rows: responses.length, width: 4, resamples, seed, method: 'arcsine' as const }
  const { tables: limits } = await replicateInPlace(asked, { key: 'f1', figures: [detectionFigures[0]] }, undefined)
  return limits[0]?.[0]
}

for (const [name, asked] of Object.entries(REQUESTS)) {
  if (!name.includes(values.only)) continue
  const request = planRequestSchema.parse({ ...asked, width: values.width })
  const chances = chancesOf(request)
  if ('problem' in chances) throw new Error(chances.problem)
  const { planned } = planProject({ request, chances })
  if (!planned) {
    say(`${name}: out of reach`)
    continue
  }
  const { hit, alarm } = chances
  const population = {
    prevalence: request.prevalence,
    alikeness: request.alikeness,
    hits: [hit, hit] as const,
    alarms: [alarm, alarm] as const,
  }
  const simulated = simulate(FIRST_SEED)
  let [reached, held, width] = [0, 0, 0]
  for (let project = 0; project < projects; project++) {
    const responses = Array.from({ length: planned.responses }, () => simulated.response(population))
    const { low, high } = (await limitsOf(request.figure, responses, project)) ?? { low: null, high: null }
    if (low === null || high === null) continue
    width += (high - low) / projects
    if (high - low <= request.width) reached++
    if (low <= request.expected && high >= request.expected) held++
  }
  const share = (count: number) => ((100 * count) / projects).toFixed(1)
  say(
    `${name} ${request.expected}, ${request.width} wide: ${planned.responses} responses planned; ${share(reached)} of 100 projects reached it, mean width ${width.toFixed(3)}, ${share(held)} hold the figure`,
  )
}
