/** From single decisions to what each adjudicator takes. Pure. */

import { type ClusterDraws, clusteredShare } from '@/lib/stats/clustered-share'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import type { Adjudicator, Taken } from './contract'

/** An annotation that stood beside others when somebody decided. */
export interface DecisionLane {
  /** Of the annotation. */
  id: string
  /** The annotator's number in the project. */
  number: number
  /** Was the answer taken over from a suggestion? null where it has no row of its own. */
  suggested: boolean | null
}

/** One question that one person settled. */
export interface Decision {
  userId: string
  taskId: string
  /** The annotation whose value was taken; null where several gave it, or nobody. */
  taken: string | null
  edited: boolean
  lanes: readonly DecisionLane[]
}

/** A decision with what it is about. */
export interface PlacedDecision extends Decision {
  /** The position of the item. */
  item: number
  stage: string
  unit: string
  question: string
  /** Is the task gold, so that whose lane was whose may be known? */
  isGold: boolean
}

export interface AnnotatorName {
  number: number
  key: string
  name: string
}

/** One kind of answer in one decision: could it be taken, was it, and how likely would it be by chance? */
interface Chance {
  taskId: string
  isTaken: boolean
  expected: number
}

/** What a person takes. `decisions` are that person's. */
export function adjudicatorFigures(
  { userId, name }: { userId: string; name: string },
  decisions: readonly Decision[],
  annotators: readonly AnnotatorName[],
): Adjudicator {
  const taking = decisions.filter(({ taken, lanes }) => taken !== null && lanes.length > 1)
  const letters = new Map<string, Chance[]>()
  const people = new Map<number, Chance[]>()
  const suggestions: Chance[] = []
  for (const { taskId, taken, lanes } of taking) {
    const expected = 1 / lanes.length
    inLaneOrder(taskId, lanes).forEach(({ id, number }, index) => {
      const chance = { taskId, isTaken: id === taken, expected }
      const letter = String.fromCharCode(65 + index)
      append(letters, letter, chance)
      append(people, number, chance)
    })
    const suggested = lanes.filter((lane) => lane.suggested === true)
    const isMixed = suggested.length > 0 && lanes.some((lane) => lane.suggested === false)
    if (isMixed)
      suggestions.push({
        taskId,
        isTaken: suggested.some(({ id }) => id === taken),
        expected: suggested.length / lanes.filter((lane) => lane.suggested !== null).length,
      })
  }
  return {
    userId,
    name,
    decisions: decisions.length,
    tasks: new Set(decisions.map(({ taskId }) => taskId)).size,
    edited: decisions.filter(({ edited }) => edited).length,
    shared: decisions.filter(({ taken, edited }) => taken === null && !edited).length,
    lanes: [...letters]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, of]) => takenOf({ key, name: `Lane ${key}` }, of)),
    people: annotators.flatMap(({ number, ...who }) => takenOf(who, people.get(number) ?? [])),
    origins: takenOf({ key: 'suggestion', name: 'Taken over from a suggestion' }, suggestions),
  }
}

function append<Key>(map: Map<Key, Chance[]>, key: Key, chance: Chance): void {
  const chances = map.get(key)
  if (chances) chances.push(chance)
  else map.set(key, [chance])
}

function takenOf({ key, name }: { key: string; name: string }, chances: readonly Chance[]): Taken[] {
  const tasks = new Map<string, ClusterDraws>()
  for (const { taskId, isTaken } of chances) {
    const { n, successes } = tasks.get(taskId) ?? { n: 0, successes: 0 }
    tasks.set(taskId, { n: n + 1, successes: successes + (isTaken ? 1 : 0) })
  }
  const { value, low, high, n, clusters } = clusteredShare([...tasks.values()])
  if (value === null || low === null || high === null) return []
  const expected = chances.reduce((sum, chance) => sum + chance.expected, 0) / n
  const verdict = low > expected ? 'more' : high < expected ? 'less' : null
  const takenCount = chances.filter(({ isTaken }) => isTaken).length
  return [{ key, name, taken: takenCount, decisions: n, tasks: clusters, share: value, low, high, expected, verdict }]
}
