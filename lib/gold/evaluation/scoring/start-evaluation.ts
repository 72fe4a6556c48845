/** Takes gold and predictions in, one by one, and makes the report of them. */

import { type GiveTurn, turnGiver } from '@/lib/platform/foreign/turns'
import { readPrediction } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Prediction, Scoring } from '@/lib/protocols/evaluation'
import type { Proposal } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { METHOD_WORDS } from '@/lib/quality/agreement/rules'
import { FEWEST_RESAMPLED, FEWEST_UNMARKED, INTERVAL_METHOD } from '@/lib/stats/interval-limits'
import type { Evaluation, GoldItem, ReportOptions } from './evaluation'
import { type Aligned, GoldIndex } from './gold-index'
import { MissedList } from './missed-list'
import { MOST_COMPARED } from './pairs'
import { receiptJson } from './receipt'
import type { EvaluationError, EvaluationReport, ScoringReport, Standing } from './report-schema'
import { CONFIDENCE, type Draw, replicateInPlace } from './resampling'
import { AGREED, agreedTexts, orderWords } from './rules'
import { withSimilarity } from './similarity'
import { scoringReport } from './standings'
import { type PlannedScoring, subjectsOf } from './subjects'
import { baselineSource, isDistributed, type Source, System, scoredOf } from './systems'
import { ValueTable } from './value-table'

/** What a reader has to know of the figures. */
function notesOn(report: EvaluationReport, planned: { asked: number; strata: number }): string[] {
  return [
    ...onResampling(report, planned),
    ...onClasses(report),
    ...onCoverage(report),
    ...onAgreed(report),
    ...onPairs(report),
  ]
}

/** Of scorings with macro averages. */
function onClasses({ bootstrap, scorings }: EvaluationReport): string[] {
  const standings = scorings.flatMap((scoring) => scoring.standings)
  if (bootstrap.classes === 'resample') {
    return ['Macro averages are over the classes that occur in gold or predictions, anew in every resample.']
  }
  if (standings.every(({ classes }) => classes === null)) return []
  const several = scorings.some((scoring) => scoring.standings.filter(({ baseline }) => !baseline).length > 1)
  const whose = several ? 'of gold and of all systems here together' : 'of gold and of the system, as in scikit-learn'
  return [
    `Macro averages are over classes that are fixed before anything is resampled: those ${whose}; of a baseline those of gold and its own, as in the papers' tables. A class that a resample lacks counts 0.`,
  ]
}

function onResampling({ bootstrap, scorings }: EvaluationReport, planned: { asked: number; strata: number }): string[] {
  const { resamples, seed, method } = bootstrap
  if (resamples === 0) return ['No intervals: nothing was resampled.']
  const notes = [
    `Intervals are 95 % ${METHOD_WORDS[method]} from ${resamples} resamples of whole items, seed ${seed}; differences are of the same resamples. Below ${FEWEST_RESAMPLED} resampled items there is none, and below ${FEWEST_UNMARKED} it is marked, since intervals of so few hold less than they promise.`,
  ]
  if (resamples < planned.asked) {
    notes.push(`${planned.asked} resamples of so many items and systems would take too long, so there are fewer.`)
  }
  const hasStrata = scorings.some(({ standings }) => standings.some(({ strata }) => strata.length > 0))
  if (planned.strata === 0 && hasStrata) notes.push('Figures by stratum have no intervals: that would take too long.')
  if (planned.strata > 0 && planned.strata < resamples && hasStrata) {
    notes.push(`Intervals by stratum are from ${planned.strata} resamples.`)
  }
  if (scorings.some(({ standings }) => standings.some(isSometimesUndefined))) {
    notes.push('Where a figure is undefined in a resample, the resample is left out of its interval.')
  }
  return notes
}

const isSometimesUndefined = ({ figures }: Standing) => Object.values(figures).some(({ nUndefined }) => nUndefined > 0)

function onCoverage({ missed, repeated, scorings, systems, targets }: EvaluationReport): string[] {
  const ordered = scorings.filter(({ standings, targets: own }) => own > 0 && standings.some((each) => !each.baseline))
  const notes = ordered.map(orderOf)
  if (systems.length === 0) notes.push('There are no predictions yet: only baselines stand here.')
  if (targets === 0) notes.push('There is no gold to score on yet.')
  const partial = new Set(
    scorings.flatMap(({ standings }) => standings.filter(({ missing }) => missing > 0).map(({ system }) => system)),
  )
  if (partial.size > 0) {
    notes.push(
      `${partial.size === 1 ? 'One system has' : `${partial.size} systems have`} no prediction for part of the gold. What is missing is left out of the figures, so compare them in pairs, which look at what both were scored on.`,
    )
  }
  if (missed.count > 0)
    notes.push(
      `${missed.count} ${missed.count === 1 ? 'prediction or line counts' : 'predictions or lines count'} nowhere; the first are listed.`,
    )
  if (repeated.count > 0)
    notes.push(
      `${repeated.count} ${repeated.count === 1 ? 'prediction repeats' : 'predictions repeat'} an earlier one of the same system; the first one counts.`,
    )
  return notes
}

const orderOf = ({ title, standings }: ScoringReport) => `${title}: ${orderWords(standings)}`

/** Where results are broken down by how far annotators agreed. */
function onAgreed({ strata }: EvaluationReport): string[] {
  if (strata.every(({ key }) => key !== AGREED)) return []
  return [
    'By agreement, units stand by their independent ratings: unanimous where all of at least two say the same, majority where more than half do, split where no more than half do. Settled are units whose answer people decided; they stand by their ratings as well. An item that is scored as a whole stands by the part on which annotators agreed least. Units that nobody rated, such as imported gold, are left out here.',
  ]
}

function onPairs({ scorings, systems }: EvaluationReport): string[] {
  const all = scorings.flatMap(({ pairs }) => pairs)
  const notes: string[] = []
  if (all.some(({ tests }) => Object.keys(tests).length > 0))
    notes.push(
      'A difference is tested by exchanging whole items between the two systems, on the figure that is shown; p-values are adjusted by Holm’s method for the pairs of this report.',
    )
  if (all.some(({ mcnemar }) => mcnemar !== null))
    notes.push(
      "McNemar's test is exact (binomial) below 25 discordant targets, and otherwise chi-squared with continuity correction. It is about who was right, whatever figure is shown, and takes targets of one item as independent of each other, which finds differences that are chance where items differ.",
    )
  if (scorings.some(({ pairs }) => pairs.length > 0) && systems.length > MOST_COMPARED) {
    notes.push(`Of more than ${MOST_COMPARED} systems the first is compared with each, and each with the next.`)
  }
  return notes
}

/** All that was taken in. */
interface Taken {
  task: EvaluationTask
  parameters: Readonly<Record<string, unknown>>
  index: GoldIndex
  systems: readonly System[]
  missed: MissedList
  repeated: MissedList
  predictions: number
}

const RESAMPLES = 2000
/** Fewer say little about where the limits are. */
const FEWEST_RESAMPLES = 200
/** Rows drawn in all resamples together: some seconds. */
const MOST_DRAWN = 1.5e9

async function makeReport(
  evaluationInput: Taken,
  options: ReportOptions,
): Promise<{ report: EvaluationReport; planned: readonly PlannedScoring[] }> {
  const { seed = 1, resamples: asked = RESAMPLES, signal, similarity, pairs, replicate = replicateInPlace } = options
  const { method = INTERVAL_METHOD, classes = 'fixed', mcnemar = false } = options
  const giveTurn = turnGiver(signal)
  const prepared = await prepare(evaluationInput, giveTurn)
  const planned: PlannedScoring[] = []
  for (const each of planScorings(evaluationInput, seed)) {
    await giveTurn()
    const systems = each.sources.filter(({ baseline }) => !baseline)
    planned.push({ ...each, scoring: await withSimilarity(each.scoring, similarity, each.subjects, systems) })
  }
  const { all, strata } = plannedResamples(planned, asked)
  const draw = (resamples: number): Draw => ({ resamples, seed, method, signal, replicate })
  const scorings: ScoringReport[] = []
  for (const each of planned) {
    const setting = { ...each, prepared, pairs, classes, mcnemar, giveTurn, draw: draw(all), strataDraw: draw(strata) }
    scorings.push(await scoringReport(setting))
  }
  const limits = { fewest: FEWEST_RESAMPLED, marked: FEWEST_UNMARKED }
  const bootstrap = { resamples: all, inStrata: strata, seed, confidence: CONFIDENCE, method, classes, ...limits }
  const report = reportOf(evaluationInput, { prepared, bootstrap, scorings })
  report.notes = [
    ...notesOn(report, { asked, strata }),
    ...onUnusedProbabilities(evaluationInput),
    ...(evaluationInput.task.prepare?.notes?.(prepared) ?? []),
  ]
  return { report, planned }
}

/** The scorings of the task one after the other, since each holds a number for every subject; `seed`: of random baselines. */
function* planScorings(evaluationInput: Taken, seed: number): Generator<PlannedScoring> {
  const { task, parameters, index, systems } = evaluationInput
  const keys = strataOf(evaluationInput).map(({ key }) => key)
  for (const scoring of task.scorings(parameters)) {
    const isDistribution = scoring.compares === 'distributions'
    const scoredSystems = isDistribution ? systems.flatMap((each) => each.asDistributions() ?? []) : systems
    // Where nothing is compared with distributions there is no table of it.
    if (isDistribution && (scoredSystems.length === 0 || !index.targets.some(isDistributed))) continue
    const baselines = scoring.baselines?.map((each) => baselineSource(each, index, scoring, seed)) ?? []
    yield { scoring, subjects: subjectsOf(index, scoring, keys), sources: [...scoredSystems, ...baselines] }
  }
}

function onUnusedProbabilities({ index, systems }: Pick<Taken, 'index' | 'systems'>): string[] {
  if (index.targets.some(isDistributed) || systems.every((system) => system.asDistributions() === null)) return []
  return [
    'Probabilities were not scored: no unit with two independent ratings or more is known here. For the gold of a release, name its distributions.jsonl with --distributions.',
  ]
}

/** What results are broken down by: as the task says, and by how far annotators agreed where anything was rated. */
function strataOf({ task, index }: Pick<Taken, 'task' | 'index'>): EvaluationReport['strata'] {
  const taskStrata = task.strata.map(({ key, title, values }) => ({ key, title, ...(values && { values }) }))
  if (index.targets.every(({ agreed }) => agreed.length === 0)) return taskStrata
  return [...taskStrata, { key: AGREED, title: 'Agreement of annotators', values: { ...agreedTexts } }]
}

function reportOf(
  evaluationInput: Taken,
  reportParts: Pick<EvaluationReport, 'prepared' | 'bootstrap' | 'scorings'>,
): EvaluationReport {
  const { task, parameters, index, systems, missed, repeated, predictions } = evaluationInput
  return {
    task: task.key,
    title: task.title,
    parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, asJson(value)])),
    strata: strataOf(evaluationInput),
    items: index.items.length,
    targets: index.targets.length,
    predictions,
    ...reportParts,
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

async function prepare({ task, parameters, index, systems }: Taken, giveTurn: GiveTurn): Promise<Json> {
  const fold = task.prepare?.start(parameters)
  if (!fold) return null
  for (const system of systems) {
    for (let target = 0; target < index.targets.length; target++) {
      const turn = giveTurn()
      if (turn) await turn
      const scored = scoredOf(index, system, target)
      if (scored) fold.add(scored, system.name)
    }
  }
  return fold.finish()
}

/** As many resamples as asked for, where that is not too much work; by stratum none rather than few. */
function plannedResamples(
  planned: readonly PlannedScoring[],
  requestedResamples: number,
): { all: number; strata: number } {
  const rows = planned.reduce((sum, { subjects, sources }) => sum + subjects.all.rows * sources.length, 0)
  const inStrata = planned.reduce(
    (sum, { subjects, sources }) =>
      sum + subjects.strata.reduce((total, group) => total + group.rows, 0) * sources.length,
    0,
  )
  const affordable = (work: number) => Math.floor(MOST_DRAWN / Math.max(1, work))
  const all = Math.min(requestedResamples, Math.max(FEWEST_RESAMPLES, affordable(rows)))
  const strata = Math.min(all, affordable(inStrata))
  return { all, strata: strata < Math.min(requestedResamples, FEWEST_RESAMPLES) ? 0 : strata }
}

/** `parameters`: as `task.parameters` parsed them. */
export function startEvaluation(task: EvaluationTask, parameters: Readonly<Record<string, unknown>>): Evaluation {
  return new RunningEvaluation(task, parameters)
}

/** The unit of a target that its prediction names none of. */
const WHOLE = 'item'
const UNNAMED = 'unnamed'
const REPEATED = 'The system has a prediction for this already; the first one counts.'

class RunningEvaluation implements Evaluation {
  private readonly index = new GoldIndex()
  private readonly table = new ValueTable()
  private readonly systems = new Map<string, System>()
  private readonly missed = new MissedList()
  private readonly repeated = new MissedList()
  private predictions = 0
  private planned: readonly PlannedScoring[] = []

  constructor(
    private readonly task: EvaluationTask,
    private readonly parameters: Readonly<Record<string, unknown>>,
  ) {}

  addItem({ position, externalId, gold, ...rated }: GoldItem): void {
    const parts = this.task.parts?.(gold) ?? null
    this.index.addItem({ position, externalId, parts }, this.task.targets(gold), rated)
    for (const carried of this.task.carried?.(gold) ?? []) this.add({ ...carried, item: `#${position}` }, null)
  }

  addLine(record: Json, line: number, fallback: string): string[] {
    const reading = readPrediction(this.task, record)
    if (reading.ok) {
      for (const each of reading.predictions) this.add(each.system === '' ? { ...each, system: fallback } : each, line)
      return []
    }
    const reasons = reading.problems.map(
      ({ field, message, fix }) => `${field && !message.includes(field) ? `${field}: ` : ''}${message} ${fix}`,
    )
    for (const reason of reasons) this.refuseLine(line, fallback, reason)
    return reasons
  }

  refuseLine(line: number, system: string, reason: string): void {
    this.missed.add({ system, item: null, unit: null, text: null }, line, reason)
  }

  add(prediction: Prediction, line: number | null): void {
    this.predictions++
    const system = this.systemNamed(prediction.system.trim() || UNNAMED)
    system.predictions++
    if (prediction.about) system.tell(prediction.about)
    if (prediction.rest) {
      this.addRest(system, prediction, line)
      return
    }
    const aligned = this.task.stage === null ? this.bring(prediction) : this.index.align(prediction)
    if ('reason' in aligned) {
      system.missed++
      const { reason, ofValue } = aligned
      this.missed.add(prediction, line, ofValue ? `${this.task.key}: ${reason}` : reason)
    } else if (!aligned.targets.some((target) => system.say(target, prediction.value, prediction.probabilities))) {
      system.repeated++
      this.repeated.add(prediction, line, REPEATED)
    }
  }

  addProposals(system: string, position: number, units: readonly UnitDraft[], proposals: readonly Proposal[]): void {
    for (const { unit, value } of this.task.fromProposals?.(units, proposals) ?? []) {
      this.add({ system, item: `#${position}`, unit, text: null, value }, null)
    }
  }

  async report(options: ReportOptions = {}): Promise<EvaluationReport> {
    const { report, planned } = await makeReport(this.taken(), options)
    this.planned = planned
    return report
  }

  *receipt(report: EvaluationReport): Generator<string> {
    yield* receiptJson({ index: this.index, scorings: planScorings(this.taken(), report.bootstrap.seed) }, report)
  }

  *errors(name: string, key: string): Generator<EvaluationError> {
    const { scoring, sources = [] } = this.planned.find((each) => each.scoring.key === key) ?? {}
    const source = sources.find((each) => each.name === name)
    if (scoring?.isRight && source) yield* this.errorsOf(scoring, source)
  }

  private taken(): Taken {
    const { task, parameters, index, missed, repeated, predictions } = this
    return { task, parameters, index, systems: [...this.systems.values()], missed, repeated, predictions }
  }

  private *errorsOf(scoring: Scoring, source: Source): Generator<EvaluationError> {
    const subjects = subjectsOf(this.index, scoring, [])
    for (const subject of subjects.all.subjects) {
      const scored = subjects.scoredOf(source, subject)
      if (!scored || scoring.isRight?.(scored) !== false) continue
      const { item, unit } = subjects.placeOf(subject)
      const { position = null, externalId = null } = this.index.items[item] ?? {}
      yield { position, externalId, unit, gold: scored.gold, value: scored.value }
    }
  }

  private addRest(system: System, prediction: Prediction, line: number | null): void {
    const found = this.index.targetsOf(prediction.item ?? '')
    if ('reason' in found) {
      system.missed++
      this.missed.add(prediction, line, found.reason)
      return
    }
    const answeredTargets = found.filter((target) => system.say(target, prediction.value))
    if (answeredTargets.length > 0 || found.length === 0) return
    system.repeated++
    this.repeated.add(prediction, line, REPEATED)
  }

  private systemNamed(name: string): System {
    const system = this.systems.get(name) ?? new System(name, this.table)
    this.systems.set(name, system)
    return system
  }

  /** Of a task without a stage, a prediction makes its target, or is about one that another system's has made. */
  private bring({ item, unit, text, gold = null, strata = {} }: Prediction): Aligned {
    if (item === null) return { reason: 'The line names no item. Add one, the same for every system.' }
    const number = this.index.itemNamed(item)
    const target = this.index.targetOf(number, unit ?? WHOLE)
    if (target === undefined)
      return { targets: [this.index.addTarget(number, { unit: unit ?? WHOLE, text, gold, strata })] }
    if (JSON.stringify(this.index.targets[target]?.gold) === JSON.stringify(gold)) return { targets: [target] }
    return { reason: 'Another line states other gold for the same place.' }
  }
}
