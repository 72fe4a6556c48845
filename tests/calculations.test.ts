/** Every calculation that runs in a process of its own gives there what it gives here, and lets this process answer meanwhile. */
import { afterAll, expect, test } from 'vitest'
import { readers } from '@/calculations'
import { preferenceCsv } from '@/docs/examples/veriscore-preference'
import { ReaderPool } from '@/lib/platform/foreign/pool'
import { protocols } from '@/lib/protocols'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { cellsOfPair, countPatterns, foldClusters } from '@/lib/quality/agreement/samples'
import { planRequestSchema } from '@/lib/quality/planning/contract'
import { chancesOf } from '@/lib/quality/planning/model'
import { matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import { seededRandom } from '@/lib/stats/seeded-random'

const pool = new ReaderPool({ readers: 'calculations.ts', size: 1 })
afterAll(() => pool.end())

const random = seededRandom(4)
const clusters = foldClusters(
  Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + random(3) }, () => {
      const truth = random(2)
      return { raters: [1, 2, 3], codes: [truth, random(4) === 0 ? random(2) : truth, truth] }
    }),
  ),
)
const measure = {
  level: 'nominal' as const,
  categories: ['true', 'false'].map((value) => ({ value, text: value })),
  distances: undefined,
}
const counts = (shown: number, agreed: number) => ({ labels: shown, agreed, accepted: 0, changed: 0, towards: 0 })

const compared = protocols.flatMap(({ id: protocolId, stages }) =>
  stages.flatMap(({ key: stage, comparisons = [] }) =>
    comparisons.map(({ key: comparison, sums }) => ({ protocolId, stage, comparison, sums })),
  ),
)
const tasks = await Promise.all(
  protocols.map(async ({ id: protocolId }) => ({ protocolId, tasks: await evaluationTasks(protocolId) })),
)
const evaluated = tasks.flatMap(({ protocolId, tasks: ofProtocol }) =>
  ofProtocol.flatMap((task) => {
    const [scoring] = task.scorings(task.parameters.parse({}))
    return scoring ? [{ protocolId, task: task.key, parameters: {}, scoring: scoring.key, width: scoring.sums }] : []
  }),
)
const sumsOf = (rows: number, width: number) =>
  Array.from({ length: rows }, () => Array.from({ length: width }, () => 1 + random(5)))

const INPUTS: Record<keyof typeof readers.pieces, () => unknown[]> = {
  'assignment-plan': () => [
    {
      state: {
        people: ['a', 'b', 'c'].map((id) => ({ id, room: 4, domains: [], tags: [], languages: [] })),
        tasks: Array.from({ length: 8 }, (_, n) => ({
          id: String(n),
          position: n,
          free: 2,
          domain: null,
          tags: [],
          language: null,
          holders: [],
          barred: n === 0 ? ['a'] : [],
        })),
        meetings: [['a', 'b', 1]],
        paired: 1,
      },
      rules: { perTask: null, pairLimit: 50, seed: 3 },
    },
  ],
  'measure-intervals': () => [[{ measure, clusters }]],
  'pair-intervals': () => [
    { responses: clusters, pairs: [{ q: 2, cellOf: cellsOfPair(2, clusters.patterns, [1, 2]) }] },
  ],
  'comparison-intervals': () =>
    compared.slice(0, 2).map(({ sums, ...asked }) => ({ ...asked, responses: sumsOf(20, sums) })),
  'measure-plan': () => [{ measure, clusters, query: { coefficient: 'alpha' } }],
  'project-plan': () => {
    const request = planRequestSchema.parse({ width: 0.3, expected: 0.8 })
    const chances = chancesOf(request)
    return 'problem' in chances ? [] : [{ request, chances }]
  },
  'plan-pilot': () => [{ scale: measure, clusters }],
  'discussion-turns': () => [
    [
      {
        measure,
        rows: Array.from({ length: 20 }, (_, response) => ({
          response,
          before: [0, random(2)],
          after: [0, 0],
          times: 1,
        })),
      },
    ],
  ],
  'ratings-report': () => {
    const options = matrixOptionsSchema.parse({ resamples: '100' })
    const file = (text: string) => ({
      bytes: new TextEncoder().encode(text),
      options,
      enoughMs: 600_000,
      mostWork: 1e9,
    })
    return [file(preferenceCsv()), file('unit,a,b\n1,x')]
  },
  'pair-figures': () => [[{ size: 2, rows: [{ counts: [9, 1, 2, 8], responses: 12 }], intervals: true }]],
  posteriors: () => [{ scale: measure, patterns: countPatterns(clusters) }],
  'suggestion-effects': () => [
    [
      {
        values: [],
        showsItems: true,
        counts: [0, 1, 2, 3].map((n) => ({
          ...counts(5, n),
          position: n,
          arm: n % 2 ? 'shown' : 'hidden',
          randomised: true,
          value: null,
        })),
      },
    ],
  ],
  'release-changes': () => {
    const line = (position: number, label: boolean) =>
      JSON.stringify({
        item: { position, externalId: null, title: 'A', contentHash: 'a', discarded: null, overrides: [] },
        stages: [{ key: 'annotate', gold: { answers: { s1: { label } } } }],
      })
    const isLast = { before: true, now: false }
    return [{ before: [line(1, true), line(2, true)], now: [line(1, false), line(2, true)], isLast }]
  },
  'evaluation-replicates': () =>
    evaluated.slice(0, 2).map(({ width, ...asked }) => ({
      ...asked,
      width,
      likeness: null,
      tables: [1, 2].map(() => ({ sums: Float64Array.from(sumsOf(30, width).flat()), scored: 30, classes: null })),
      pairs: [{ first: 0, second: 1 }],
      method: 'arcsine',
      rows: 30,
      resamples: 100,
      seed: 1,
    })),
}

test.each(Object.keys(INPUTS))('%s', async (name) => {
  const key = name as keyof typeof INPUTS
  const run = (await readers.pieces[key]()) as (input: unknown) => unknown
  const inputs = INPUTS[key]()
  expect(inputs).not.toEqual([])
  for (const input of inputs) expect(await pool.run(name, input)).toEqual(await run(input))
})

test('timers of this process run while a large project is resampled', async () => {
  let beats = 0
  const beat = setInterval(() => beats++, 1)
  const many = { ...clusters, typeOf: Array.from({ length: 20_000 }, (_, index) => index % clusters.types.length) }
  const [intervals] = (await pool.run('measure-intervals', [{ measure, clusters: many }])) as Record<string, unknown>[]
  clearInterval(beat)
  expect(intervals?.alpha).toMatchObject({ drawn: 20_000, resamples: 2000 })
  expect(beats).toBeGreaterThan(20)
})
