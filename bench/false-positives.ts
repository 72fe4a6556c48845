/**
 * How often tests find a difference between two systems that are alike, at 5 %: the test that reports show, which exchanges whole items, on F1,
 * McNemar's test of who was right, and the paired interval of F1 that leaves out zero. Items differ in which of the two does better on them, so
 * that what parts of one item have in common matters, as it does for real systems. Beside them stands what the test that exchanges items can
 * reach: where few items differ, its differences are few numbers with many ties, and no bound of them has 5 % beyond it; the largest share
 * below 5 % that any bound has, as the mean over trials, is what a test at 5 % finds at most.
 * Run: npm run bench -- false-positives [--trials 2000] [--resamples 500] [--seed 0] [--only "items alike"] [items ...]
 */
import { parseArgs } from 'node:util'
import { replicateInPlace } from '@/lib/gold/evaluation/scoring/resampling'
import { detectionFigures } from '@/lib/protocols/evaluating/detection'
import { mcnemar } from '@/lib/stats/mcnemar'
import { type SeededRandom, seededRandom } from '@/lib/stats/seeded-random'
import { say } from './setting/app'
import { type Cells, cellOf, detectionSums, type Population, simulate } from './setting/simulated-responses'

/** On every other item one of the two is good and the other poor, by chance: alike over all items, unlike on each. */
const GOOD: Omit<Population, 'hits' | 'alarms'> = { prevalence: 0.35, alikeness: 0.15 }
const SKILLS = { good: { hit: 0.95, alarm: 0.03 }, poor: { hit: 0.55, alarm: 0.25 } }
const leaning = (first: keyof typeof SKILLS, second: keyof typeof SKILLS): Population => ({
  ...GOOD,
  hits: [SKILLS[first].hit, SKILLS[second].hit],
  alarms: [SKILLS[first].alarm, SKILLS[second].alarm],
})
const SETTINGS: Readonly<Record<string, readonly [Population, Population]>> = {
  'items alike': [leaning('good', 'good'), leaning('good', 'good')],
  'items on which one or the other does better': [leaning('good', 'poor'), leaning('poor', 'good')],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trials: { type: 'string', default: '2000' },
    resamples: { type: 'string', default: '500' },
    /** Other data sets and other exchanges. */
    seed: { type: 'string', default: '0' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
  },
})
const trials = Number(values.trials)
const resamples = Number(values.resamples)
const first = Number(values.seed)
const sizes = positionals.length > 0 ? positionals.map(Number) : [20, 40, 100]
const F1 = detectionFigures[0]
const figures = [F1] as const

/** Units that only the first, or only the second, got right. */
const onlyRight = (items: readonly Cells[], who: 0 | 1): number =>
  items.reduce((sum, cells) => {
    const at = (truth: number) => (who === 0 ? cellOf(truth, truth, 1 - truth) : cellOf(truth, 1 - truth, truth))
    return sum + (cells[at(0)] ?? 0) + (cells[at(1)] ?? 0)
  }, 0)

const f1Of = (sums: ArrayLike<number>) => F1.of(sums).value ?? Number.NaN

/** Items whose sums differ, and the largest share of exchanges, at most 5 %, whose difference of F1 is as far from 0 as some bound. */
function reachOf(items: readonly Cells[], random: SeededRandom): { differing: number; level: number } {
  const sums = ([0, 1] as const).map((who) => items.map((cells) => detectionSums(cells, who)))
  const [one = [], other = []] = sums
  const differs = items.flatMap((_, at) => (String(one[at]) === String(other[at]) ? [] : [at]))
  const totals = sums.map((own) => own.reduce((all, each) => all.map((sum, k) => sum + (each[k] ?? 0))))
  const distances = Float64Array.from({ length: resamples }, () => {
    const [left, right] = totals.map((each) => [...each])
    if (!left || !right) return 0
    for (const at of differs) {
      if (random(2) === 0) continue
      for (let k = 0; k < left.length; k++) {
        const moved = (other[at]?.[k] ?? 0) - (one[at]?.[k] ?? 0)
        left[k] = (left[k] ?? 0) + moved
        right[k] = (right[k] ?? 0) - moved
      }
    }
    return Math.abs(f1Of(left) - f1Of(right))
  }).sort()
  let beyond = 0
  // From the farthest inwards, ties together.
  for (let at = resamples - 1; at >= 0; ) {
    const bound = (distances[at] ?? 0) - 1e-12
    while (at >= 0 && (distances[at] ?? 0) >= bound) at--
    if ((resamples - 1 - at) / resamples > 0.05) break
    beyond = resamples - 1 - at
  }
  return { differing: differs.length, level: beyond / resamples }
}

const percent = (count: number) => `${((100 * count) / trials).toFixed(1)} %`

for (const [name, [one, other]] of Object.entries(SETTINGS)) {
  if (!name.includes(values.only)) continue
  for (const size of sizes) {
    const simulated = simulate(first + size)
    const found = { exchanged: 0, mcnemar: 0, interval: 0, differing: 0, level: 0 }
    for (let trial = 0; trial < trials; trial++) {
      const items = Array.from({ length: size }, () => simulated.response(simulated.says(0.5) ? one : other))
      const tables = ([0, 1] as const).map((who) => ({
        sums: Float64Array.from(items.flatMap((cells) => detectionSums(cells, who))),
        scored: size,
        classes: null,
      }))
      const asked = { tables, pairs: [{ first: 0, second: 1 }], rows: size, width: 4, resamples, seed: first + trial }
      const { pairs } = await replicateInPlace({ ...asked, method: 'arcsine' }, { key: 'f1', figures }, undefined)
      const difference = pairs[0]?.[0]
      if (difference?.pValue != null && difference.pValue <= 0.05) found.exchanged++
      if (mcnemar(onlyRight(items, 0), onlyRight(items, 1)).pValue <= 0.05) found.mcnemar++
      const { low = null, high = null } = difference ?? {}
      if (low !== null && high !== null && (low > 0 || high < 0)) found.interval++
      const { differing, level } = reachOf(items, seededRandom(first + trials + trial))
      found.differing += differing / trials
      found.level += level
    }
    say(
      `${name}, ${size} items, ${trials} trials: exchanging items ${percent(found.exchanged)} (reaches ${percent(found.level)} at most, ${found.differing.toFixed(1)} items differ), McNemar ${percent(found.mcnemar)}, the interval leaves out zero ${percent(found.interval)}`,
    )
  }
}
