/**
 * How long requests wait while this process has the intervals of a large project computed (2,000 resamples of 65,000 responses under
 * four measures): another process asks it for nothing but an answer, one request after the other, at rest, while a process of the pool
 * computes, and while this process computes by itself at once. Run: npm run bench -- meanwhile [responses] [rounds]
 */
import { calculation, endCalculators } from '@/lib/platform/foreign/calculate'
import { allMeasureIntervals, type RatedResponses } from '@/lib/quality/agreement/intervals'
import { foldClusters, type MeasureScale } from '@/lib/quality/agreement/samples'
import { seededRandom } from '@/lib/stats/seeded-random'
import { startAsking } from './setting/asked-meanwhile'
import { quantile } from './setting/times'

const [responses = 65_000, rounds = 5] = process.argv.slice(2).map(Number)
const MEASURES = 4
const AT_REST_MS = 3_000

function samples(): RatedResponses[] {
  const random = seededRandom(1)
  const measure: MeasureScale = {
    level: 'nominal',
    distances: undefined,
    categories: ['true', 'false'].map((value) => ({ value, text: value })),
  }
  return Array.from({ length: MEASURES }, () => {
    const units = () =>
      Array.from({ length: 1 + random(5) }, () => {
        const truth = random(2)
        return { raters: [1, 2, 3], codes: [0, 1, 2].map(() => (random(5) === 0 ? random(2) : truth)) }
      })
    return { measure, clusters: foldClusters(Array.from({ length: responses }, units)) }
  })
}

const { during, end } = await startAsking()
const work = samples()
const apart = calculation('measure-intervals', allMeasureIntervals, () => Number.POSITIVE_INFINITY)
const ways: Record<string, () => Promise<unknown>> = {
  'at rest': () => new Promise((resolve) => setTimeout(resolve, AT_REST_MS)),
  'in a process of the pool': () => apart(work),
  'in this process, at once': async () => allMeasureIntervals(work),
}
const longest = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]))
for (let round = 1; round <= rounds; round++)
  for (const [way, run] of Object.entries(ways)) {
    const since = performance.now()
    const waits = await during(run)
    const most = Math.max(...waits)
    longest.get(way)?.push(most)
    console.log(
      `${round}, ${way}: ${((performance.now() - since) / 1000).toFixed(1)} s, ${waits.length} requests, ` +
        `p99 ${quantile(waits, 0.99).toFixed(1)} ms, longest ${most.toFixed(1)} ms`,
    )
  }
const median = (way: string) => quantile(longest.get(way) ?? [], 0.5)
for (const way of Object.keys(ways))
  console.log(
    `${way}: longest wait ${median(way).toFixed(1)} ms (median of ${rounds}), ${(median(way) / median('at rest')).toFixed(1)} of that at rest`,
  )
endCalculators()
end()
process.exit(0)
