/**
 * How often tests find a difference between two systems that are alike, at 5 %: the test that reports show, which exchanges whole items, on F1,
 * McNemar's test of who was right, and the paired interval of F1 that leaves out zero. Items differ in which of the two does better on them, so
 * that what parts of one item have in common matters, as it does for real systems.
 * Run: npm run bench -- false-positives [--trials 2000] [--resamples 500] [items ...]
 */
import { parseArgs } from 'node:util'
import { replicateInPlace } from '@/lib/gold/evaluation/scoring/resampling'
import { detectionFigures } from '@/lib/protocols/evaluating/detection'
import { mcnemar } from '@/lib/stats/mcnemar'
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
  options: { trials: { type: 'string', default: '2000' }, resamples: { type: 'string', default: '500' } },
})
const trials = Number(values.trials)
const resamples = Number(values.resamples)
const sizes = positionals.length > 0 ? positionals.map(Number) : [20, 40, 100]
const figures = [detectionFigures[0]] as const

/** Units that only the first, or only the second, got right. */
const onlyRight = (items: readonly Cells[], who: 0 | 1): number =>
  items.reduce((sum, cells) => {
    const at = (truth: number) => (who === 0 ? cellOf(truth, truth, 1 - truth) : cellOf(truth, 1 - truth, truth))
    return sum + (cells[at(0)] ?? 0) + (cells[at(1)] ?? 0)
  }, 0)

const percent = (count: number) => `${((100 * count) / trials).toFixed(1)} %`

for (const [name, [one, other]] of Object.entries(SETTINGS))
  for (const size of sizes) {
    const simulated = simulate(size)
    const found = { exchanged: 0, mcnemar: 0, interval: 0 }
    for (let trial = 0; trial < trials; trial++) {
      const items = Array.from({ length: size }, () => simulated.response(simulated.says(0.5) ? one : other))
      const tables = ([0, 1] as const).map((who) => ({
        sums: Float64Array.from(items.flatMap((cells) => detectionSums(cells, who))),
        scored: size,
        classes: null,
      }))
      const asked = { tables, pairs: [{ first: 0, second: 1 }], rows: size, width: 4, resamples, seed: trial }
      const { pairs } = await replicateInPlace({ ...asked, method: 'arcsine' }, { key: 'f1', figures }, undefined)
      const difference = pairs[0]?.[0]
      if (difference?.pValue != null && difference.pValue <= 0.05) found.exchanged++
      if (mcnemar(onlyRight(items, 0), onlyRight(items, 1)).pValue <= 0.05) found.mcnemar++
      const { low = null, high = null } = difference ?? {}
      if (low !== null && high !== null && (low > 0 || high < 0)) found.interval++
    }
    say(
      `${name}, ${size} items, ${trials} trials: exchanging items ${percent(found.exchanged)}, McNemar ${percent(found.mcnemar)}, the interval leaves out zero ${percent(found.interval)}`,
    )
  }
