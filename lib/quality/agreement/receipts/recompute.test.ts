/** The program of receipts against the statistics of the product: two ways of computing, the same digits. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import { estimatesOf } from '@/lib/quality/agreement/figures'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import { rangeOf } from '@/lib/quality/agreement/measures'
import { foldUnits, patternsOf } from '@/lib/quality/agreement/samples'
import { pairFigures } from '@/lib/quality/calibration/pair-figures'
import { sidesOfCeiling } from '@/lib/quality/distributions/ceiling'
import { posteriorsOf } from '@/lib/quality/distributions/posteriors'
import { type BootstrapInterval, bootstrap } from '@/lib/stats/bootstrap'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import type { IntervalMethod } from '@/lib/stats/interval-limits'
import { iccAgreement, iccOneWay } from '@/lib/stats/intraclass-correlation'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { meanPairwiseCohen } from '@/lib/stats/mean-pairwise-cohen'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import { seededRandom } from '@/lib/stats/seeded-random'
import { RECEIPT_VERSION } from './contract'
import {
  type Cell,
  estimateLine,
  type FigureLine,
  linesOfCeiling,
  linesOfPosterior,
  OPTIONS,
  type ReceiptHead,
  receiptJson,
  receiptScript,
} from './receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'receipt-'))
afterAll(() => rmSync(directory, { recursive: true }))
const program = readFileSync('public/receipts/recompute.mjs', 'utf8')

const LABELS = ['1', '2', '3']
const RATERS = ['a1', 'a2', 'a3']

/** Sixty units of twenty responses, their ratings more alike than by chance; `gaps`: some were left out. */
function scene(gaps: boolean, seed: number) {
  const random = seededRandom(seed)
  return Array.from({ length: 60 }, (_, unit): { item: number; ratings: (string | null)[] } => {
    const truth = random(3)
    const ratings = RATERS.map(() => {
      if (gaps && random(4) === 0) return null
      return LABELS[random(3) === 0 ? random(3) : truth] ?? null
    })
    return { item: 1 + (unit % 20), ratings }
  }).filter(({ ratings }) => ratings.some((rating) => rating !== null))
}

/** Five more responses, each with a unit that only one person rated. */
const RESPONSES_RATED_ONCE = Array.from({ length: 5 }, (_, index) => ({ item: 21 + index, ratings: ['2', null, null] }))

type Statistics = Readonly<Record<string, (ratings: RatingTable) => Estimate>>

function lines(intervals: Readonly<Record<string, BootstrapInterval>>): FigureLine[] {
  return Object.entries(intervals).map(([key, { value, low, high, percentile, nUndefined, nDrawn, ...rest }]) => ({
    key,
    formula: key,
    estimate: true,
    value,
    words: null,
    reason: 'reason' in rest ? rest.reason : null,
    interval:
      low === null || high === null || percentile === null
        ? null
        : { low, high, percentile, range: rangeOf(key), undefinedResamples: nUndefined, drawn: nDrawn },
  }))
}

function receiptOf(units: ReturnType<typeof scene>, statistics: Statistics, given: Partial<ReceiptHead> = {}) {
  const pair = given.selection?.pair
  const of = (ratings: readonly (string | null)[]) => (pair ? ratings.slice(0, 2) : ratings)
  const countOf = (ratings: readonly (string | null)[]) => of(ratings).filter((rating) => rating !== null).length
  const method: IntervalMethod = given.options?.method ?? 'arcsine'
  const options = { resamples: 300, seed: 7, confidence: 0.9, method }
  // Responses are drawn in the order of items; AC1 is of all rated units, all other figures of those rated twice.
  const resampled = (key: string, statistic: Statistics[string]) => {
    const fewest = key === 'ac1' && !pair ? 1 : 2
    const entering = units.filter(({ ratings }) => countOf(ratings) >= fewest).toSorted((a, b) => a.item - b.item)
    const rows = ratingsOf(
      entering.map(({ ratings }) => of(ratings)),
      { categories: LABELS },
    )
    return bootstrap(rows, { [key]: statistic }, { ...options, rangeOf, clusters: entering.map(({ item }) => item) })
  }
  const found = Object.assign({}, ...Object.entries(statistics).map(([key, statistic]) => resampled(key, statistic)))
  const head: ReceiptHead = {
    format: RECEIPT_VERSION,
    software: { name: 'assay', version: '0' },
    key: 'label',
    title: 'Label',
    project: { id: 'p', name: 'P', protocol: 'Q' },
    stage: { key: 's', title: 'S' },
    kind: 'measure',
    unitOfAnalysis: 'unit',
    level: 'nominal',
    categories: LABELS.map((value) => ({ value, text: value })),
    distances: null,
    version: '1',
    selection: { by: null, slice: null, pair: null },
    rules: {},
    formulas: {},
    legend: {},
    drawn: null,
    raters: RATERS.map((key) => ({ key, kind: 'annotator', name: key })),
    columns: ['item', 'unit', 'domain', 'use', ...RATERS],
    ...given,
    options: { ...options, minUnits: 10 },
    figures: given.figures ?? lines(found),
  }
  const use = (ratings: readonly (string | null)[]) => {
    return countOf(ratings) > 1 ? 'used' : pair ? 'not rated by both' : 'single rating'
  }
  const matrix = units.map(({ item, ratings }, unit): Cell[] => [item, `u${unit}`, null, use(ratings), ...ratings])
  return { head, matrix }
}

async function written(head: ReceiptHead, matrix: Cell[][], form: 'json' | 'script' = 'json', changed = false) {
  const rows = (async function* () {
    yield matrix.slice(0, 7)
    yield []
    yield matrix.slice(7)
  })()
  const end = { changedMeanwhile: () => Promise.resolve(changed) }
  let text = ''
  const parts = form === 'json' ? receiptJson(head, rows, end) : receiptScript(head, rows, end, program)
  for await (const part of parts) text += part
  const file = path.join(directory, form === 'json' ? 'receipt.json' : 'receipt.mjs')
  writeFileSync(file, text)
  return file
}

function run(args: string[]): { status: number; output: string } {
  try {
    return { status: 0, output: execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }) }
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && 'stdout' in error)) throw error
    return { status: Number(error.status), output: String(error.stdout) }
  }
}

const NOMINAL: Statistics = {
  percent: (x) => percentAgreement(x),
  alpha: (x) => krippendorffAlpha(x, { level: 'nominal' }),
  meanCohen: (x) => meanPairwiseCohen(x),
  ac1: (x) => gwetAc1(x),
  brennanPrediger: (x) => brennanPrediger(x),
}

const WEIGHTED: Statistics = {
  meanCohenLinear: (x) => meanPairwiseCohen(x, { weights: 'linear' }),
  meanCohenQuadratic: (x) => meanPairwiseCohen(x, { weights: 'quadratic' }),
}
const numeric = (x: RatingTable): RatingTable => ({ ...x, categories: LABELS.map(Number) })
const COMPLETE: Statistics = {
  conger: (x) => congerKappa(x),
  icc: (x) => iccOneWay(numeric(x)),
  iccAgreement: (x) => iccAgreement(numeric(x)),
}

describe('recompute.mjs', () => {
  const cases: [string, Statistics, Partial<ReceiptHead>, boolean][] = [
    ['many raters with gaps', NOMINAL, {}, true],
    ['complete data', { ...NOMINAL, fleiss: (x) => fleissKappa(x) }, {}, false],
    ['ordinal values', { alpha: (x) => krippendorffAlpha(x, { level: 'ordinal' }) }, { level: 'ordinal' }, true],
    [
      'weighted kappas and numbers with gaps',
      { ...WEIGHTED, icc: (x) => iccOneWay(numeric(x)) },
      { level: 'interval' },
      true,
    ],
    ['numbers and fixed raters of complete data', COMPLETE, { level: 'interval' }, false],
    ['percentiles', NOMINAL, { options: { ...OPTIONS, method: 'percentile' } }, true],
    ['a pair', pairStatistics(), { selection: { by: null, slice: null, pair: ['a1', 'a2'] } }, true],
  ]
  it.each(cases)('gives the digits of the statistics room for %s', async (_, statistics, given, gaps) => {
    const once = gaps ? RESPONSES_RATED_ONCE : []
    const { head, matrix } = receiptOf([...scene(gaps, 5), ...once], statistics, given)
    expect(head.figures.every(({ interval }) => interval !== null)).toBe(true)
    const { status, output } = run(['public/receipts/recompute.mjs', await written(head, matrix)])
    expect(output.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
    expect(output.split('\n').length).toBeGreaterThan(4 * Object.keys(statistics).length)
    expect(status).toBe(0)
  })

  it.each(['nominal', 'ordinal', 'interval'] as const)('draws annotators again as well: %s', async (level) => {
    const raters = Array.from({ length: 12 }, (_, index) => `a${index + 1}`)
    const random = seededRandom(11)
    const units = Array.from({ length: 45 }, (_, unit) => {
      const value = LABELS[random(3)] ?? null
      const ratings = raters.map(() => (random(3) === 0 ? null : random(4) === 0 ? (LABELS[random(3)] ?? null) : value))
      return { item: 1 + Math.floor(unit / 3), ratings }
    })
    const rated = units.map(({ item, ratings }) => {
      const given = ratings.flatMap((label, rater) => (label === null ? [] : [{ rater, code: LABELS.indexOf(label) }]))
      return { response: `${item}`, raters: given.map((each) => each.rater), codes: given.map((each) => each.code) }
    })
    const measure = { level, categories: LABELS.map((value) => ({ value, text: value })) }
    const options = { seed: 7, resamples: 300, method: 'arcsine' as const, minUnits: 10 }
    const names = ['percent', 'alpha'] as const
    const clusters = foldUnits(rated)
    const intervals = measureIntervals({ measure, clusters, names }, options)
    const about = { n: units.length, only: null }
    const counted = { scale: measure, names, patterns: patternsOf(clusters), isComplete: false, about }
    const telling = { minUnits: 10, words: () => '' }
    const estimates = estimatesOf<(typeof names)[number], null>(counted, intervals, () => null, telling)
    const figures = names.flatMap((name) => {
      const estimate = estimates.get(name)
      return estimate ? [estimateLine(name, estimate)] : []
    })
    expect(figures.map(({ interval }) => interval?.withAnnotators?.annotators)).toEqual([12, 12])
    const { head, matrix } = receiptOf(units, {}, { level, figures })
    const whole: ReceiptHead = {
      ...head,
      options: { ...head.options, confidence: CONFIDENCE },
      raters: raters.map((key) => ({ key, kind: 'annotator', name: key })),
      columns: ['item', 'unit', 'domain', 'use', ...raters],
    }
    const same = run(['public/receipts/recompute.mjs', await written(whole, matrix)])
    expect(same.output.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
    expect(same.output.match(/with annotators/g)).toHaveLength(10)
    expect(same.status).toBe(0)
    const other = { ...whole, options: { ...whole.options, seed: 8 } }
    expect(run(['public/receipts/recompute.mjs', await written(other, matrix)]).output).toMatch(
      /DIFFERENT alpha, low with annotators/,
    )
  })

  const categories = LABELS.map((value) => ({ value, text: value }))
  const ratedOf = (units: ReturnType<typeof scene>) =>
    foldUnits(
      units
        .toSorted((a, b) => a.item - b.item)
        .map(({ item, ratings }) => {
          const given = ratings.flatMap((rating, at) =>
            rating === null ? [] : [{ rater: at + 1, code: Number(rating) - 1 }],
          )
          return { response: `${item}`, raters: given.map(({ rater }) => rater), codes: given.map(({ code }) => code) }
        }),
    )

  it.each([
    ['dawidSkene', 'Dawid-Skene'],
    ['mace', 'MACE'],
  ] as const)('finds the class probabilities of %s again', async (key, model) => {
    const units = scene(true, 4)
    const patterns = patternsOf(ratedOf(units))
    const { competence, ...posteriors } = posteriorsOf({ scale: { level: 'nominal', categories }, patterns })
    const lines = {
      ...linesOfPosterior(posteriors[key], patterns, categories),
      competence: competence.map(({ number, value }) => ({ rater: `a${number}`, value })),
    }
    expect(lines).toMatchObject({ words: null, converged: true })
    const { head, matrix } = receiptOf(units, NOMINAL, { [key]: lines })
    const same = run(['public/receipts/recompute.mjs', await written(head, matrix)])
    expect(same.output.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
    // Of each the competence, and how many there are.
    const ofRaters = key === 'mace' ? RATERS.length + 1 : 0
    const told = same.output.split('\n').filter((line) => line.includes(` ${model}, `))
    expect(told).toHaveLength(patterns.length * (1 + LABELS.length) + 2 + ofRaters)
    const [first, ...others] = lines.units
    if (!first) throw new Error('nothing was rated')
    const changed = { ...first, probabilities: first.probabilities.map((each) => each + 1e-8) }
    const other = { ...head, [key]: { ...lines, units: [changed, ...others] } }
    expect(run(['public/receipts/recompute.mjs', await written(other, matrix)]).output).toContain(`DIFFERENT ${model}`)
    if (key === 'mace') {
      const fewer = { ...head, mace: { ...lines, competence: lines.competence.slice(1) } }
      expect(run(['public/receipts/recompute.mjs', await written(fewer, matrix)]).output).toContain(
        `DIFFERENT MACE, annotators: ${RATERS.length - 1}, here ${RATERS.length}`,
      )
    }
    const earlier = { ...head, [key]: { ...lines, iterations: 2 } }
    expect(run(['public/receipts/recompute.mjs', await written(earlier, matrix)]).output).toContain(
      `DIFFERENT ${model}, converged: yes, here no`,
    )
  })

  it.each(['arcsine', 'percentile'] as const)('finds the ceiling again, with %s limits', async (method) => {
    const units = [...scene(true, 4), ...scene(false, 9), ...RESPONSES_RATED_ONCE]
    const rows = sidesOfCeiling(LABELS.length, ratedOf(units)).map(({ number, sides }) => ({
      number,
      figures: pairFigures(sides),
    }))
    const ceiling = linesOfCeiling(rows, method)
    expect(ceiling.map(({ rater }) => rater)).toEqual([null, ...RATERS])
    expect(ceiling.flatMap(({ figures }) => figures).every(({ interval }) => interval !== null)).toBe(true)
    const { head: plain, matrix } = receiptOf(units, {}, { ceiling })
    const head = { ...plain, options: { ...OPTIONS, method } }
    const same = run(['public/receipts/recompute.mjs', await written(head, matrix)])
    expect(same.output.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
    expect(same.output.match(/ Ceiling, /g)).toHaveLength(4 * (3 + 2 * 7) + 1)
    const others = { ...head, options: { ...head.options, seed: 2 } }
    expect(run(['public/receipts/recompute.mjs', await written(others, matrix)]).output).toContain(
      'DIFFERENT Ceiling, a2, kappa, low',
    )
    const [all, ...each] = ceiling
    const changed = { ...head, ceiling: [{ ...all, alike: (all?.alike ?? 0) + 1 }, ...each] }
    expect(run(['public/receipts/recompute.mjs', await written(changed as ReceiptHead, matrix)]).output).toContain(
      'DIFFERENT Ceiling, all annotators, alike',
    )
    const shorter = { ...head, ceiling: ceiling.slice(0, -1) }
    expect(run(['public/receipts/recompute.mjs', await written(shorter, matrix)]).output).toContain(
      'DIFFERENT Ceiling, all and each who is compared',
    )
  })

  it('is one file with the receipt inside, in any directory', async () => {
    const { head, matrix } = receiptOf(scene(true, 6), NOMINAL, { title: '*/ `x` </script> \u2028' })
    const file = await written(head, matrix, 'script')
    expect(run([file]).status).toBe(0)
    expect(JSON.parse(run([file, '--json']).output)).toMatchObject({ percent: head.figures[0]?.value })
  })

  it('ends with 1 when a digit differs, a rating was changed, or the data changed meanwhile', async () => {
    const { head, matrix } = receiptOf(scene(true, 8), NOMINAL)
    const figures = head.figures.map((line) =>
      line.key === 'ac1' ? { ...line, value: (line.value ?? 0) + 2e-9 } : line,
    )
    const digit = run(['public/receipts/recompute.mjs', await written({ ...head, figures }, matrix)])
    expect(digit.status).toBe(1)
    expect(digit.output).toMatch(/DIFFERENT ac1: .*\n/)
    const used = matrix.findIndex((row) => row[3] === 'used')
    const other = matrix.map((row, at) =>
      at === used ? row.map((cell, i) => (i === 4 ? (cell === '1' ? '2' : '1') : cell)) : row,
    )
    expect(run(['public/receipts/recompute.mjs', await written(head, other)]).status).toBe(1)
    expect(run(['public/receipts/recompute.mjs', await written(head, matrix, 'json', true)]).status).toBe(1)
  })
})

function pairStatistics(): Statistics {
  return {
    percent: (x) => percentAgreement(x),
    alpha: (x) => krippendorffAlpha(x, { level: 'nominal' }),
    scott: (x) => scottPi(x),
    cohen: (x) => cohenKappa(confusionMatrix(x)),
    cohenLinear: (x) => cohenKappa(confusionMatrix(x), { weights: 'linear' }),
    cohenQuadratic: (x) => cohenKappa(confusionMatrix(x), { weights: 'quadratic' }),
    icc: (x) => iccOneWay(numeric(x)),
    ac1: (x) => gwetAc1(x),
  }
}
