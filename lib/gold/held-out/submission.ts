/**
 * Predictions for a held-out split, checked and scored. A check looks at names, texts and units alone, never at gold: a refused
 * submission costs no attempt, so it must tell nothing of labels. Pure.
 */
import type { PredictionProblem } from '@/lib/gold/evaluation/contract'
import { FileCheck } from '@/lib/gold/evaluation/file-check'
import type { GoldItem } from '@/lib/gold/evaluation/scoring/evaluation'
import { GoldIndex } from '@/lib/gold/evaluation/scoring/gold-index'
import type { EvaluationTask, Prediction, Scoring, Target } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'

/** Problems told of one file. */
const MOST_PROBLEMS = 20

type Right = NonNullable<Scoring['isRight']>

/**
 * How a task’s predictions are scored on held-out labels: the share of units that are right, by the first of its scorings that calls a
 * unit right or wrong. What it divides by is the same for every submission; in a precision or F1 whoever submits chooses it, and can make it as
 * small as one unit. null: the task has none, or its units follow from gold.
 */
export function scoringTold(task: EvaluationTask): (Scoring & { isRight: Right }) | null {
  if (!task.heldOutTargets) return null
  const scorings = task.scorings(task.parameters.parse({}))
  return (
    scorings.find(
      (each): each is Scoring & { isRight: Right } => each.level === 'unit' && each.isRight !== undefined,
    ) ?? null
  )
}

type Entry = Parameters<FileCheck['take']>[0]

/** Takes in a file of predictions record by record. */
export class Submission {
  private readonly index = new GoldIndex()
  private readonly check: FileCheck
  private readonly targets: Target[] = []
  /** By the number of the target. */
  private readonly said = new Map<number, { value: Json; line: number }>()
  private readonly problems: PredictionProblem[] = []

  constructor(
    private readonly task: EvaluationTask,
    items: readonly GoldItem[],
    system: string,
  ) {
    this.check = new FileCheck(task, system, new Map())
    for (const { position, externalId, gold } of items) {
      const targets = task.heldOutTargets?.(gold) ?? []
      this.targets.push(...targets)
      // Strata may follow from labels; what is aligned by them would tell of these.
      const bare = targets.map((target) => ({ ...target, gold: null, strata: {} }))
      this.index.addItem({ position, externalId, parts: task.parts?.(gold) ?? null }, bare)
    }
  }

  take(entry: Entry): void {
    for (const prediction of this.check.take(entry)) this.place(prediction, entry.line)
  }

  /** What is wrong with it, by line, the first of it; none: it can be scored. */
  finish(): PredictionProblem[] {
    this.check.finish()
    const found = [...this.check.problems, ...this.problems]
    if (found.length > 0) return found.sort((one, other) => one.line - other.line).slice(0, MOST_PROBLEMS)
    if (this.check.systems.length > 1)
      return [
        problem(
          1,
          `The file holds the predictions of ${this.check.systems.length} systems.`,
          'Send one system at a time.',
        ),
      ]
    const missing = this.index.targets.flatMap((target, number) => (this.said.has(number) ? [] : [target]))
    if (missing.length === 0) return []
    const missingExamples = missing.slice(0, 5).map(({ item, unit }) => `${this.index.items[item]?.position}/${unit}`)
    return [
      problem(
        1,
        `${missing.length} of ${this.index.targets.length} units have no prediction: ${missingExamples.join(', ')}${missing.length > 5 ? ', …' : ''}.`,
        'Every unit of held-out.jsonl needs one; where the system has no answer, give the most frequent one.',
      ),
    ]
  }

  /** The share of all units that are right, unrounded; one of which gold says nothing is nobody’s. Call it once `finish` has found nothing. null: there is none. */
  score(): number | null {
    const scoring = scoringTold(this.task)
    if (!scoring || this.targets.length === 0) return null
    const right = this.targets.filter(
      ({ gold, strata }, number) =>
        gold !== null && scoring.isRight({ gold, strata, value: this.said.get(number)?.value ?? null }) === true,
    )
    return right.length / this.targets.length
  }

  private place(prediction: Prediction, line: number): void {
    const { value } = prediction
    if (value === null) {
      const fix = 'Where the system has no answer, give the most frequent one.'
      this.note(problem(line, 'The line abstains, and every unit of a held-out split needs an answer.', fix))
      return
    }
    if (prediction.rest) {
      const found = this.index.targetsOf(prediction.item ?? '')
      if ('reason' in found) this.refuse(line, found.reason)
      else for (const target of found) if (!this.said.has(target)) this.said.set(target, { value, line })
      return
    }
    const aligned = this.index.align(prediction)
    if ('reason' in aligned) {
      const { reason, ofValue } = aligned
      if (ofValue) this.note(problem(line, `${this.task.key}: ${reason}`, 'Give places in the text of the item.'))
      else this.refuse(line, reason)
      return
    }
    const free = aligned.targets.find((target) => !this.said.has(target))
    if (free !== undefined) this.said.set(free, { value, line })
    else this.refuse(line, `Line ${this.said.get(aligned.targets[0])?.line} has a prediction for this unit already.`)
  }

  private refuse(line: number, message: string): void {
    this.note(problem(line, message, 'Name item and unit as held-out.jsonl does, each unit once.'))
  }

  /** Lines come in their order, so the first problems are the ones that are told. */
  private note(found: PredictionProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(found)
  }
}

const problem = (line: number, message: string, fix: string): PredictionProblem => ({ line, field: '', message, fix })
