import { readPrediction } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Prediction } from '@/lib/protocols/evaluation'
import type { RecordProblem } from '@/lib/protocols/records'
import {
  KEPT_PROBLEMS,
  LONGEST_SYSTEM,
  MOST_SYSTEMS_IN_FILE,
  type PredictionProblem,
  type SystemView,
} from './contract'

interface Entry {
  line: number
}
type Given =
  | (Entry & { ok: true; value: Parameters<EvaluationTask['read']>[0] })
  | (Entry & RecordProblem & { ok: false })

/** Predictions that are there already: a file or a run, with all its systems. */
export interface Brought {
  id: string
  name: string
  systems: readonly string[]
}

/** What is known of a file of predictions while it is read: its systems and its problems. */
export class FileCheck {
  problemCount = 0
  readonly problems: PredictionProblem[] = []
  predictions = 0
  private records = 0
  private readonly known = new Map<string, SystemView>()
  /** Names that were refused; each is said once. */
  private readonly refused = new Set<string>()

  constructor(
    private readonly task: EvaluationTask,
    /** The system's name where a line names none. */
    private readonly fallback: string,
    /** Systems that are there already, with where they are from. */
    private readonly taken: ReadonlyMap<string, Brought>,
    /** Takes the place of what brought its systems, where that brought no others. */
    private readonly replaces = false,
  ) {}

  get systems(): SystemView[] {
    return [...this.known.values()]
  }

  /** The predictions of a record, of systems that are taken; none where it has problems, which are counted. */
  take(entry: Given): readonly Prediction[] {
    this.records++
    if (!entry.ok) return this.refuse(entry.line, [entry])
    if (!this.task.recognises(entry.value)) return this.refuse(entry.line, [this.notOfTask()])
    const read = readPrediction(this.task, entry.value)
    if (!read.ok) return this.refuse(entry.line, read.problems)
    const predictions = read.predictions.map((each) => ({ ...each, system: each.system.trim() || this.fallback }))
    return predictions.filter((prediction) => this.counts(prediction, entry.line))
  }

  finish(): void {
    this.refuseOthersBeside()
    if (this.records > 0 && (this.predictions > 0 || this.problemCount > 0)) return
    this.add(1, {
      field: '',
      message: 'The file holds no predictions.',
      fix: 'Choose a file with at least one line of predictions.',
    })
  }

  /** What it takes the place of goes as a whole, so nothing may go with it that is not in the file. */
  private refuseOthersBeside(): void {
    if (!this.replaces) return
    for (const system of this.known.keys()) {
      const from = this.taken.get(system)
      const other = from?.systems.find((each) => !this.known.has(each))
      if (from && other !== undefined)
        this.add(1, {
          field: 'system',
          message: `The system "${system}" came from ${from.name} together with "${other}", which is not in this file.`,
          fix: 'Remove that first, or give this one another name.',
        })
    }
  }

  /** Counts a prediction; false where its system is refused. */
  private counts({ system, about = {} }: Prediction, line: number): boolean {
    this.predictions++
    const existingSystem = this.known.get(system)
    if (existingSystem) {
      existingSystem.predictions++
      existingSystem.about = { ...existingSystem.about, ...about }
      return true
    }
    if (this.refused.has(system)) return false
    const problem = this.problemOf(system)
    if (!problem) {
      this.known.set(system, { system, about: { ...about }, predictions: 1 })
      return true
    }
    // Names without end are not kept, nor said one by one.
    if (this.refused.size < MOST_SYSTEMS_IN_FILE) {
      this.refused.add(system)
      this.add(line, problem)
    }
    return false
  }

  private problemOf(system: string): RecordProblem | null {
    const field = 'system'
    if (system.length > LONGEST_SYSTEM || /\p{Cc}/u.test(system))
      return {
        field,
        message: `The name of a system has at most ${LONGEST_SYSTEM} characters, and no control characters.`,
        fix: 'Give it a short name.',
      }
    const from = this.taken.get(system)
    if (from !== undefined && !this.replaces)
      return {
        field,
        message: `The system "${system}" is there already, from ${from.name}.`,
        fix: 'Remove that first, or give this one another name.',
      }
    if (this.known.size < MOST_SYSTEMS_IN_FILE) return null
    return {
      field,
      message: `A file holds at most ${MOST_SYSTEMS_IN_FILE} systems.`,
      fix: 'Split it, or check that "system" holds the name of the system.',
    }
  }

  private notOfTask(): RecordProblem {
    const needed = this.task.fields.filter(({ required }) => required).map(({ name }) => `"${name}"`)
    return {
      field: '',
      message: `This is not a line of predictions for “${this.task.title}”.`,
      fix: needed.length > 0 ? `Such a line has ${needed.join(', ')}.` : 'Look at the example on the page.',
    }
  }

  private refuse(line: number, problems: readonly RecordProblem[]): readonly Prediction[] {
    for (const problem of problems) this.add(line, problem)
    return []
  }

  private add(line: number, { field, message, fix }: RecordProblem): void {
    this.problemCount++
    if (this.problems.length < KEPT_PROBLEMS) this.problems.push({ line, field, message, fix })
  }
}
