import type { Baseline, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import type { GoldIndex, IndexedTarget } from './gold-index'
import { CodeList, RowList, type ValueTable } from './value-table'

/** A system and what it says of each target: as its predictions said, or by the rule of a baseline. */
export interface Source {
  name: string
  baseline: boolean
  about: Readonly<Record<string, string>>
  /** undefined: it said nothing. */
  valueOf(target: number): Json | undefined
}

/** A system of the predictions. */
export class System implements Source {
  readonly baseline = false
  about: Record<string, string> = {}
  predictions = 0
  missed = 0
  repeated = 0
  private readonly codes = new CodeList()
  private readonly probabilities = new RowList()

  constructor(
    readonly name: string,
    private readonly table: ValueTable,
  ) {}

  /** Facts that were told first stand. */
  tell(about: Readonly<Record<string, string>>): void {
    for (const key in about) if (!(key in this.about)) this.about = { ...about, ...this.about }
  }

  /** False where it has spoken of the target already. */
  say(target: number, value: Json, probabilities?: readonly number[]): boolean {
    if (this.codes.get(target) !== 0) return false
    this.codes.set(target, this.table.codeOf(value))
    if (probabilities) this.probabilities.set(target, probabilities)
    return true
  }

  valueOf(target: number): Json | undefined {
    const code = this.codes.get(target)
    return code === 0 ? undefined : this.table.valueOf(code)
  }

  /** The system by the probabilities that it gave; null where it gave none. */
  asDistributions(): Source | null {
    const { name, baseline, about, probabilities } = this
    return probabilities.isEmpty ? null : { name, baseline, about, valueOf: (target) => probabilities.get(target) }
  }
}

/** Fewer ratings of a unit are no distribution. */
const FEWEST_RATINGS = 2

/** Is the target one of those whose labels have a distribution? */
export const isDistributed = ({ ratings }: Pick<IndexedTarget, 'ratings'>): boolean => total(ratings) >= FEWEST_RATINGS

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** What gold is for this scoring; undefined where it does not count. */
export function goldFor(scoring: Pick<Scoring, 'compares' | 'counts'>, target: IndexedTarget | undefined) {
  if (!target) return undefined
  if (scoring.compares === 'distributions') return isDistributed(target) ? [...target.ratings] : undefined
  return countsOf(scoring)(target.gold) ? target.gold : undefined
}

/** A baseline, of the targets that count. */
export function baselineSource({ title, value }: Baseline, index: GoldIndex, scoring: Scoring, seed: number): Source {
  // Found when the first target is asked for: it takes a look at all of them.
  let majority: { of: Json } | undefined
  return {
    name: title,
    baseline: true,
    about: {},
    valueOf: (target) => {
      const gold = goldFor(scoring, index.targets[target])
      if (gold === undefined) return undefined
      majority ??= { of: scoring.compares === 'distributions' ? overall(index) : mostFrequent(index, scoring) }
      return value(gold, randomOf(seed, target), majority.of)
    },
  }
}

export const countsOf = (scoring: Pick<Scoring, 'counts'>) => scoring.counts ?? ((gold: Json) => gold !== null)

/** How often each category was given, of all targets that have a distribution. */
function overall(index: GoldIndex): number[] {
  const sums: number[] = []
  for (const target of index.targets.filter(isDistributed))
    target.ratings.forEach((count, category) => {
      sums[category] = (sums[category] ?? 0) + count
    })
  return sums
}

/** The label that most targets have; of several the one that comes first. */
function mostFrequent(index: GoldIndex, scoring: Scoring): Json {
  const times = new Map<Json, { gold: Json; times: number }>()
  const counts = countsOf(scoring)
  for (const target of index.targets) {
    if (!counts(target.gold)) continue
    const gold = scoring.classOf?.(target.gold) ?? target.gold
    const key = typeof gold === 'boolean' || typeof gold === 'number' ? gold : JSON.stringify(gold)
    const classCount = times.get(key)
    if (classCount) classCount.times++
    else times.set(key, { gold, times: 1 })
  }
  return [...times.values()].reduce<{ gold: Json; times: number }>(
    (best, next) => (next.times > best.times ? next : best),
    { gold: null, times: 0 },
  ).gold
}

/** A number from 0 to 1 that depends on the seed and the target alone (murmur3's last mix). */
function randomOf(seed: number, target: number): number {
  let mixed = Math.imul(target + 1, 0x9e3779b9) ^ Math.imul(seed + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x100000000
}

/** What the source says of a target, beside what gold says. */
export function scoredOf(index: GoldIndex, source: Source, target: number): Scored | undefined {
  const value = source.valueOf(target)
  const goldTarget = index.targets[target]
  if (value === undefined || goldTarget === undefined) return undefined
  return { gold: goldTarget.gold, value, strata: goldTarget.strata }
}
