import type { EvaluationTask, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import type { ReportOptions } from './evaluation'
import type { GoldIndex } from './gold-index'
import type { MissedList } from './missed-list'
import { notesOn } from './notes'
import type { EvaluationReport, ScoringReport } from './report-schema'
import { CONFIDENCE, type Draw, replicateInPlace } from './resampling'
import { withSimilarity } from './similarity'
import { scoringReport } from './standings'
import { type Subjects, subjectsOf } from './subjects'
import { baselineSource, type Source, type System, scoredOf } from './systems'

/** All that was taken in. */
export interface Taken {
  task: EvaluationTask
  parameters: Readonly<Record<string, unknown>>
  index: GoldIndex
  systems: readonly System[]
  missed: MissedList
  repeated: MissedList
  predictions: number
}

export interface Reported {
  report: EvaluationReport
  scorings: readonly Scoring[]
  /** Systems and baselines. */
  sources: readonly Source[]
}

const RESAMPLES = 2000
/** Fewer say little about where the limits are. */
const FEWEST_RESAMPLES = 200
/** Rows drawn in all resamples together: some seconds. */
const MOST_DRAWN = 1.5e9

interface Planned {
  scoring: Scoring
  subjects: Subjects
  sources: Source[]
}

export async function makeReport(taken: Taken, options: ReportOptions): Promise<Reported> {
  const { task, parameters, index, systems } = taken
  const { seed = 1, resamples: asked = RESAMPLES, signal, similarity, pairs, replicate = replicateInPlace } = options
  const prepared = prepare(taken)
  const keys = task.strata.map(({ key }) => key)
  const planned: Planned[] = []
  for (const given of task.scorings(parameters)) {
    const subjects = subjectsOf(index, given, keys)
    const baselines = given.baselines?.map((each) => baselineSource(each, index, given, seed)) ?? []
    const scoring = await withSimilarity(given, similarity, subjects, systems)
    planned.push({ scoring, subjects, sources: [...systems, ...baselines] })
  }
  const { all, strata } = plannedResamples(planned, asked)
  const draw = (resamples: number): Draw => ({ resamples, seed, signal, replicate })
  const scorings: ScoringReport[] = []
  for (const each of planned) {
    const setting = { ...each, prepared, pairs, draw: draw(all), strataDraw: draw(strata) }
    scorings.push(await scoringReport(setting))
  }
  const bootstrap = { resamples: all, seed, confidence: CONFIDENCE }
  const report = reportOf(taken, { prepared, bootstrap, scorings })
  report.notes = [...notesOn(report, { asked, strata }), ...(task.prepare?.notes?.(prepared) ?? [])]
  const sources = planned.flatMap((each) => each.sources)
  return { report, scorings: planned.map(({ scoring }) => scoring), sources }
}

function reportOf(
  { task, parameters, index, systems, missed, repeated, predictions }: Taken,
  made: Pick<EvaluationReport, 'prepared' | 'bootstrap' | 'scorings'>,
): EvaluationReport {
  return {
    task: task.key,
    title: task.title,
    parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, asJson(value)])),
    strata: task.strata.map(({ key, title, values }) => ({ key, title, ...(values && { values }) })),
    items: index.items.length,
    targets: index.targets.length,
    predictions,
    ...made,
    systems: systems.map((each) => ({
      system: each.name,
      baseline: false,
      about: each.about,
      predictions: each.predictions,
      missed: each.missed,
      repeated: each.repeated,
    })),
    missed: { count: missed.count, listed: missed.listed },
    repeated: { count: repeated.count, listed: repeated.listed },
    notes: [],
  }
}

/** Parameters are texts, numbers, or yes and no. */
const asJson = (value: unknown): Json =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

function prepare({ task, parameters, index, systems }: Taken): Json {
  const fold = task.prepare?.start(parameters)
  if (!fold) return null
  for (const system of systems) {
    for (let target = 0; target < index.targets.length; target++) {
      const scored = scoredOf(index, system, target)
      if (scored) fold.add(scored, system.name)
    }
  }
  return fold.finish()
}

/** As many resamples as asked for, where that is not too much work; by stratum none rather than few. */
function plannedResamples(planned: readonly Planned[], asked: number): { all: number; strata: number } {
  const rows = planned.reduce((sum, { subjects, sources }) => sum + subjects.all.rows * sources.length, 0)
  const inStrata = planned.reduce(
    (sum, { subjects, sources }) =>
      sum + subjects.strata.reduce((total, group) => total + group.rows, 0) * sources.length,
    0,
  )
  const affordable = (work: number) => Math.floor(MOST_DRAWN / Math.max(1, work))
  const all = Math.min(asked, Math.max(FEWEST_RESAMPLES, affordable(rows)))
  const strata = Math.min(all, affordable(inStrata))
  return { all, strata: strata < Math.min(asked, FEWEST_RESAMPLES) ? 0 : strata }
}
