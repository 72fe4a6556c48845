/** Takes gold and predictions in, one by one, and makes the report of them. */
import type { EvaluationTask, Prediction, Scoring } from '@/lib/protocols/evaluation'
import type { Proposal } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import type { Evaluation, GoldItem, ReportOptions } from './evaluation'
import { type Aligned, GoldIndex } from './gold-index'
import { makeReport, type Reported } from './make-report'
import { MissedList } from './missed-list'
import type { EvaluationError, EvaluationReport } from './report-schema'
import { subjectsOf } from './subjects'
import { System } from './systems'
import { ValueTable } from './value-table'

/** `parameters`: as `task.parameters` parsed them. */
export function startEvaluation(task: EvaluationTask, parameters: Readonly<Record<string, unknown>>): Evaluation {
  return new RunningEvaluation(task, parameters)
}

/** The unit of a target that its prediction names none of. */
const WHOLE = 'item'
const UNNAMED = 'unnamed'
const REPEATED = 'The system has spoken of this already; its first word counts.'

class RunningEvaluation implements Evaluation {
  private readonly index = new GoldIndex()
  private readonly table = new ValueTable()
  private readonly systems = new Map<string, System>()
  private readonly missed = new MissedList()
  private readonly repeated = new MissedList()
  private predictions = 0
  private reported: Reported | null = null

  constructor(
    private readonly task: EvaluationTask,
    private readonly parameters: Readonly<Record<string, unknown>>,
  ) {}

  addItem({ position, externalId, gold }: GoldItem): void {
    this.index.addItem({ position, externalId, parts: this.task.parts?.(gold) ?? null }, this.task.targets(gold))
    for (const carried of this.task.carried?.(gold) ?? []) this.add({ ...carried, item: `#${position}` }, null)
  }

  addLine(record: Json, line: number, fallback: string): string[] {
    const reading = this.task.read(record)
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
      this.missed.add(prediction, line, aligned.reason)
    } else if (!aligned.targets.some((target) => system.say(target, prediction.value))) {
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
    const { task, parameters, index, missed, repeated, predictions } = this
    const systems = [...this.systems.values()]
    this.reported = await makeReport({ task, parameters, index, systems, missed, repeated, predictions }, options)
    return this.reported.report
  }

  *errors(name: string, key: string): Generator<EvaluationError> {
    const { scorings = [], sources = [] } = this.reported ?? {}
    const scoring = scorings.find((each) => each.key === key)
    const source = [...sources, ...this.systems.values()].find((each) => each.name === name)
    if (scoring?.isRight && source) yield* this.errorsOf(scoring, source)
  }

  private *errorsOf(scoring: Scoring, source: Reported['sources'][number]): Generator<EvaluationError> {
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
    const told = found.filter((target) => system.say(target, prediction.value))
    if (told.length > 0 || found.length === 0) return
    system.repeated++
    this.repeated.add(prediction, line, REPEATED)
  }

  private systemNamed(name: string): System {
    const known = this.systems.get(name) ?? new System(name, this.table)
    this.systems.set(name, known)
    return known
  }

  /** Of a task without a stage, a prediction makes its target, or is about one that another system's has made. */
  private bring({ item, unit, text, gold = null, strata = {} }: Prediction): Aligned {
    if (item === null) return { reason: 'The line names no item. Add one, the same for every system.' }
    const number = this.index.itemNamed(item)
    const target = this.index.targetOf(number, unit ?? WHOLE)
    if (target === undefined)
      return { targets: [this.index.addTarget(number, { unit: unit ?? WHOLE, text, gold, strata })] }
    if (JSON.stringify(this.index.targets[target]?.gold) === JSON.stringify(gold)) return { targets: [target] }
    return { reason: 'Another line states another gold for the same place.' }
  }
}
