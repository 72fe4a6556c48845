import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { preferenceCsv } from '@/docs/examples/veriscore-preference'
import { bootstrap } from '@/lib/stats/bootstrap'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { COEFFICIENT } from '@/lib/stats/interval-limits'
import { ratingsOf } from '@/lib/stats/ratings'
import { expectedIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { type MatrixOptionsInput, matrixOptionsSchema, matrixReportSchema, type RatingsReport } from './contract'
import { IntervalsInTime, matrixFigures } from './figures/matrix-figures'
import { codeMatrix } from './reading/coded-matrix'
import { readInput } from './reading/read-input'
import { reportOf } from './report'

const bytes = (text: string) => new TextEncoder().encode(text)

async function ratings(text: string, options: MatrixOptionsInput = {}): Promise<RatingsReport> {
  const report = reportOf(bytes(text), matrixOptionsSchema.parse({ resamples: '100', ...options }))
  expect(matrixReportSchema.safeParse(report).success).toBe(true)
  if (report.kind !== 'ratings') throw new Error('not about ratings')
  return report
}

const valueIn = (figures: RatingsReport['all']['figures'], key: string) =>
  figures.find((figure) => figure.key === key)?.estimate.value

describe('side and system', () => {
  const csv = preferenceCsv()

  it('is the committed example, which is said to be simulated', () => {
    expect(readFileSync('docs/examples/veriscore-preference.csv', 'utf8')).toBe(csv)
    expect(csv.split('\n')[1]).toMatch(/^simulated-/)
  })

  it('gives both coefficients from one matrix, and says why they differ', async () => {
    const { all, sides, pairs } = await ratings(csv)
    expect(all).toMatchObject({ units: 120, unanimous: 99, ratings: 360 })
    expect(all.labels.map(({ value, count }) => [value, count])).toEqual([
      ['SAFE', 26],
      ['VeriScore', 334],
    ])
    expect(valueIn(all.figures, 'fleiss')).toBeCloseTo(0.129, 3)
    expect(valueIn(sides?.onSide.figures ?? [], 'fleiss')).toBeCloseTo(0.7662, 4)
    expect(valueIn(sides?.onSide.figures ?? [], 'percent')).toBeCloseTo(valueIn(all.figures, 'percent') ?? 0, 12)
    expect(sides?.left).toMatchObject({ count: 172, of: 360 })
    expect(sides?.explanation.join(' ')).toMatch(/gap of 0\.637 comes from chance agreement alone/)
    expect(sides?.explanation.join(' ')).toMatch(/no sign of a side bias/)
    expect(pairs).toHaveLength(3)
  })

  it('reads the names of systems as well, and then counts the same', async () => {
    const [heading, ...lines] = csv.trimEnd().split('\n')
    const decoded = lines.map((line) => {
      const [unit, left, ...choices] = line.split(',')
      const other = left === 'SAFE' ? 'VeriScore' : 'SAFE'
      return [unit, left, ...choices.map((choice) => (choice === 'left' ? left : other))].join(',')
    })
    const [bySide, bySystem] = [await ratings(csv), await ratings([heading, ...decoded].join('\n'))]
    expect(bySystem.sides).toEqual(bySide.sides)
    expect(bySystem.all).toEqual(bySide.all)
  })

  it('refuses more than two systems', async () => {
    const third = csv.replace(',SAFE,', ',Third,')
    await expect(ratings(third)).rejects.toThrow(/Two systems are compared.*"Third"/)
  })
})

describe('one matrix in every form', () => {
  const rows = Array.from({ length: 24 }, (_, index) => [index % 3 === 0, index % 4 === 0, index % 3 !== 1].map(String))
  const names = ['ann', 'bob', 'cy']
  const wide = [['unit', ...names], ...rows.map((row, index) => [`u${index}`, ...row])]
  const forms = {
    CSV: wide.map((row) => row.join(',')).join('\n'),
    'CSV of a spreadsheet': `\ufeff${wide.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n')}\r\n`,
    TSV: wide.map((row) => row.join('\t')).join('\r'),
    long: [
      'unit,rater,label',
      ...rows.flatMap((row, unit) => row.map((label, at) => `u${unit},${names[at]},${label}`)),
    ].join('\n'),
    'JSON list': JSON.stringify(rows.map(([ann, bob, cy], index) => ({ unit: `u${index}`, ann, bob, cy }))),
    'JSON lines': rows.map(([ann, bob, cy], index) => JSON.stringify({ id: index, ann, bob, cy })).join('\n\n'),
    'JSON rows': JSON.stringify({ raters: names, units: rows }),
  }

  it.each(Object.entries(forms))('%s', async (_, text) => {
    const expected = await ratings(forms.CSV)
    const { all, pairs } = await ratings(text)
    expect(all).toEqual(expected.all)
    expect(pairs).toEqual(expected.pairs)
    expect(all.figures.map(({ key }) => key)).toEqual([
      'percent',
      'unanimous',
      'alpha',
      'fleiss',
      'ac1',
      'pabak',
      'light',
      'conger',
    ])
    expect(pairs[0]?.figures.map(({ key }) => key)).toEqual([
      'percent',
      'cohen',
      'scott',
      'alpha',
      'ac1',
      'pabak',
      'prevalenceIndex',
      'biasIndex',
    ])
  })
})

describe('what has no value', () => {
  const lines = (row: (index: number) => string, count = 12) =>
    ['unit,a,b,c', ...Array.from({ length: count }, (_, index) => `${index},${row(index)}`)].join('\n')
  const wordsOf = (report: RatingsReport, key: string) =>
    report.all.figures.find((figure) => figure.key === key)?.estimate.words

  it('says so in words: unanimous, too few, gaps', async () => {
    const same = await ratings(
      lines(() => 'x,x,x'),
      { categories: 'x,y' },
    )
    expect(wordsOf(same, 'alpha')).toMatch(/No variation: every rating is “x”.*100%/)
    expect(valueIn(same.all.figures, 'ac1')).toBe(1)
    const few = await ratings(lines((index) => (index > 4 ? 'x,y,x' : 'y,y,x'), 9))
    expect(few.all.figures.every(({ estimate }) => estimate.reason === 'too-few-units')).toBe(true)
    expect(few.all.labels.every(({ share }) => share === null)).toBe(true)
    const gaps = await ratings(lines((index) => (index > 4 ? 'x,,x' : 'y,y,x')))
    expect(wordsOf(gaps, 'fleiss')).toMatch(/alpha, which allows for gaps/)
    expect(gaps.read.notes.join(' ')).toMatch(/The data have gaps/)
  })

  it('keeps a reference apart', async () => {
    const text = lines((index) => (index % 2 ? 'x,y,x' : 'y,y,x'))
    const { raters, reference, pairs, references, all } = await ratings(text, { reference: 'c' })
    expect({ raters, reference, pairs: pairs.length, references: references.length, used: all.raters }).toEqual({
      raters: ['a', 'b'],
      reference: 'c',
      pairs: 1,
      references: 2,
      used: 2,
    })
  })

  it('tells figures apart by a column, and gives a second opinion', async () => {
    const text = [
      'unit,domain,a,b',
      ...Array.from({ length: 24 }, (_, i) => `${i},${i % 2 ? 'x' : 'y'},${i % 3},${i % 2}`),
    ]
    const { slices, secondOpinion, mace } = await ratings(text.join('\n'), {
      by: 'domain',
      dawidSkene: 'true',
      mace: 'true',
    })
    expect(slices.map(({ value, figures }) => [value, figures.units])).toEqual([
      ['x', 12],
      ['y', 12],
    ])
    expect(secondOpinion?.shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(mace?.shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })

  it('scores each rater against what most of the others say, in the way that the options name', async () => {
    const rows = Array.from({ length: 60 }, (_, unit) => {
      const truth = unit % 3 === 0 ? 'b' : 'a'
      return `${unit},${truth},${truth},${unit % 10 === 0 ? 'a' : truth}`
    })
    const text = ['unit,kim,lee,max', ...rows].join('\n')
    const { ceiling } = await ratings(text, { ceiling: 'true', method: 'percentile', seed: 3, resamples: 200 })
    expect(ceiling?.map(({ rater }) => rater)).toEqual([null, 'kim', 'lee', 'max'])
    const [, kim, , max] = ceiling ?? []
    // Where kim says b and max a, lee and max have no majority for kim; max is held against both.
    expect(kim?.figures).toMatchObject({ units: 58, alike: 58, percent: { value: 1 } })
    expect(max?.figures).toMatchObject({ units: 60, alike: 58, responses: 60 })
    expect(max?.figures.kappa.interval).toMatchObject({ method: 'percentile', seed: 3, resamples: 200, drawn: 60 })
    expect((await ratings(text, {})).ceiling).toBeNull()
  })

  it('trusts a rater who always gives the same less by MACE, and has it only where it is asked for', async () => {
    const rows = Array.from({ length: 60 }, (_, unit) => {
      const truth = unit % 3 === 0 ? 'b' : 'a'
      return `${unit},${truth},${truth},${unit % 10 === 0 ? 'a' : truth},a`
    })
    const text = ['unit,kim,lee,max,always', ...rows].join('\n')
    const { mace, secondOpinion } = await ratings(text, { mace: 'true' })
    expect(secondOpinion).toBeNull()
    expect(mace?.converged).toBe(true)
    const accuracy = (rater: string) => mace?.raters.find((each) => each.rater === rater)?.accuracy ?? Number.NaN
    expect(accuracy('kim')).toBeGreaterThan(0.9)
    expect(accuracy('always')).toBeLessThan(accuracy('max'))
    expect((await ratings(text)).mace).toBeNull()
    const single = await ratings(['unit,kim,lee', ...rows.map((_, unit) => `${unit},a,`)].join('\n'), { mace: 'true' })
    expect(single.mace).toMatchObject({ converged: false, raters: [], shares: [] })
  })
})

describe('the fewest units', () => {
  const nine = ['unit,a,b', ...Array.from({ length: 9 }, (_, index) => `${index},x,${index < 6 ? 'x' : 'y'}`)].join(
    '\n',
  )

  it('are ten, and a parameter of the report alone', async () => {
    const { all, pairs, slices } = await ratings(nine)
    const everywhere = [all, ...pairs, ...slices.map((slice) => slice.figures)].flatMap(({ figures }) => figures)
    expect(everywhere.every(({ estimate }) => estimate.reason === 'too-few-units')).toBe(true)
    const lowered = reportOf(bytes(nine), matrixOptionsSchema.parse({ resamples: '100' }), { minUnits: 9 })
    if (lowered.kind !== 'ratings') throw new Error('not about ratings')
    expect(valueIn(lowered.all.figures, 'percent')).toBeCloseTo(6 / 9, 12)
    expect(valueIn(lowered.pairs[0]?.figures ?? [], 'percent')).toBeCloseTo(6 / 9, 12)
    expect(lowered.all.labels.map(({ share }) => share)).toEqual([15 / 18, 3 / 18])
  })

  it('can be said neither in the file, nor in the options', async () => {
    const options = matrixOptionsSchema.parse({ resamples: '100', minUnits: '1' })
    expect(Object.keys(options)).not.toContain('minUnits')
    const units = Array.from({ length: 9 }, (_, index) => ['x', index < 6 ? 'x' : 'y'])
    const report = reportOf(bytes(JSON.stringify({ units, minUnits: 1, limits: { minUnits: 1 } })), options)
    if (report.kind !== 'ratings') throw new Error('not about ratings')
    expect(report.all.figures.every(({ estimate }) => estimate.reason === 'too-few-units')).toBe(true)
  })
})

describe('units rated once', () => {
  // Krippendorff's example of four raters and twelve units, one of which has a single rating.
  const units = [
    [1, 1, null, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [null, 5, 5, 5],
    [null, null, 1, 1],
    [null, 3, null, null],
  ]
  const categories = [1, 2, 3, 4, 5]
  const report = (around: object = {}) =>
    ratings(JSON.stringify({ units, categories, level: 'ordinal', ...around }), { resamples: '200' })

  it('enter the chance agreement of AC1 and AC2 (Gwet 2014), and no other figure', async () => {
    const { all } = await report()
    expect(valueIn(all.figures, 'ac1')).toBeCloseTo(0.775444068126995, 12)
    expect(valueIn(all.figures, 'ac2')).toBeCloseTo(0.8587391364326113, 12)
    expect(all).toMatchObject({ units: 12, unitsWithTwo: 11, ratings: 41 })
    const without = await report({ units: units.slice(0, 11) })
    const others = (figures: typeof all.figures) => figures.filter(({ key }) => key !== 'ac1' && key !== 'ac2')
    expect(others(all.figures)).toEqual(others(without.all.figures))
  })

  it('are drawn like all others where AC1 and AC2 are resampled, and not elsewhere', async () => {
    const { all } = await report()
    const drawn = (key: string) => all.figures.find((figure) => figure.key === key)?.estimate.interval
    const expected = bootstrap(
      ratingsOf(units, { categories }),
      { ac1: gwetAc1 },
      { seed: 1, resamples: 200, method: 'arcsine', rangeOf: () => COEFFICIENT },
    ).ac1
    expect(drawn('ac1')).toMatchObject({ drawn: 12 })
    expect(drawn('ac1')?.low).toBeCloseTo(expected.low ?? Number.NaN, 12)
    expect(drawn('ac1')?.high).toBeCloseTo(expected.high ?? Number.NaN, 12)
    expect(drawn('alpha')).toMatchObject({ drawn: 11 })
  })
})

describe('spans', () => {
  it('have soft labels, and what more than half marked, of each text', () => {
    const spans = {
      a: [[0, 4, 'x']],
      b: [
        [2, 4, 'x'],
        [4, 6, 'y'],
      ],
      c: [[2, 6, 'x']],
      d: null,
    }
    const made = reportOf(bytes(JSON.stringify({ item: 1, length: 8, spans })), matrixOptionsSchema.parse({}))
    expect(matrixReportSchema.safeParse(made).success).toBe(true)
    const run = (start: number, end: number, label: string) => ({ start, end, label })
    expect(made.kind === 'comparison' && made.texts).toEqual([
      {
        unit: '1',
        annotators: 3,
        soft: [
          { ...run(0, 2, 'x'), share: 1 / 3 },
          { ...run(2, 4, 'x'), share: 1 },
          { ...run(4, 6, 'x'), share: 1 / 3 },
          { ...run(4, 6, 'y'), share: 1 / 3 },
        ],
        majority: [run(2, 4, 'x')],
      },
    ])
  })
})

describe('cuts, lists and texts', () => {
  it('compares them two by two', async () => {
    const report = async (value: object) => {
      const made = reportOf(bytes(JSON.stringify(value)), matrixOptionsSchema.parse({}))
      if (made.kind !== 'comparison') throw new Error('not a comparison')
      return Object.fromEntries((made.pairs[0]?.figures ?? []).map(({ key, estimate }) => [key, estimate.value]))
    }
    // Hand-made example of the reference vectors: boundaries 2, 5 and 2, 4 in a text of 11.
    expect(await report({ length: 11, segmentations: { a: [2, 5], b: [2, 4] } })).toMatchObject({
      f1: 0.5,
      similarity: 0.75,
      unmatched: 2,
    })
    const lists = { a: Array.from({ length: 12 }, (_, i) => `claim ${i}`), b: ['claim 0', 'something else'] }
    expect(await report({ lists })).toMatchObject({ aligned: 1, unmatched: 12, precision: 0.5 })
    const texts = Array.from({ length: 12 }, (_, id) => ({
      id,
      texts: { a: 'one two', b: id < 6 ? 'one two' : 'one' },
    }))
    expect(await report(texts)).toMatchObject({ same: 0.5, overlap: 0.75 })
  })

  it('refuses more work than is allowed', () => {
    const texts = { a: 'x'.repeat(5000), b: 'y'.repeat(5000) }
    const options = matrixOptionsSchema.parse({})
    const made = () => reportOf(bytes(JSON.stringify({ texts })), options, { mostWork: 1e6 })
    expect(made).toThrow(/more to compare/)
  })
})

it('leaves intervals out when time is up, and says so', () => {
  const options = matrixOptionsSchema.parse({})
  const report = reportOf(bytes(preferenceCsv()), options, { deadline: performance.now() - 1 })
  if (report.kind !== 'ratings') throw new Error('not about ratings')
  expect(report.all.figures.every(({ estimate }) => estimate.value !== null && estimate.interval === null)).toBe(true)
  expect(report.read.notes.join(' ')).toMatch(/not enough time/)
})

it('says where limits for other annotators are left out for want of time, and keeps the intervals', () => {
  const raters = Array.from({ length: 12 }, (_, rater) => `r${rater}`)
  const rows = Array.from({ length: 40 }, (_, unit) =>
    [unit, ...raters.map((_, rater) => ((unit + rater) % 5 === 0 ? 'no' : 'yes'))].join(','),
  )
  const csv = bytes([['item', ...raters].join(','), ...rows].join('\n'))
  const options = matrixOptionsSchema.parse({ resamples: '100' })
  let asked = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => asked++)
  const read = readInput(csv, options)
  if (read.kind !== 'ratings') throw new Error('not about ratings')
  const coded = codeMatrix(read.matrix, options)
  const columns = raters.map((_, column) => column)
  const figuresBy = (deadline?: number) => {
    asked = 0
    const { seed, resamples, method } = options
    const intervals = new IntervalsInTime({ seed, resamples, method, minUnits: 10, deadline })
    return { found: matrixFigures(coded, columns, coded.units, intervals), intervals }
  }
  figuresBy()
  const { found, intervals } = figuresBy(asked - 50)
  clock.mockRestore()
  expect([intervals.late, intervals.lateForAnnotators]).toEqual([false, true])
  const interval = found.figures.find(({ key }) => key === 'percent')?.estimate.interval
  expect(interval).toMatchObject({ resamples: 100 })
  expect(interval?.withAnnotators).toBeUndefined()
})

const RATINGS = 'prefill/ratings_5raters.jsonl'
describeData('published ratings', { files: [RATINGS], expected: ['ratings'] }, (folder) => {
  interface Expected {
    n: number
    cohen: Record<string, { n: number; agreement: number; kappa: number }>
    fleiss_complete: { n: number; kappa: number }
    krippendorff_alpha_nominal_5raters_missing: number
  }

  it('gives the printed figures', async () => {
    const expected = expectedIn<Expected>(folder, 'ratings')
    const raters = [...new Set(Object.keys(expected.cohen).flatMap((pair) => pair.split('|')))]
    const text = textIn(folder, RATINGS)
    const options = { raters: raters.join(','), unit: 'source,doc,segment', response: 'source,doc', resamples: '100' }
    const { all, pairs } = await ratings(text, options)
    expect(all.units).toBe(expected.n)
    expect(valueIn(all.figures, 'alpha')).toBeCloseTo(expected.krippendorff_alpha_nominal_5raters_missing, 5)
    expect(valueIn(all.figures, 'fleiss')).toBeNull()
    for (const { first, second, n, figures } of pairs) {
      const pair = expected.cohen[`${first}|${second}`]
      expect(n).toBe(pair?.n)
      expect(valueIn(figures, 'cohen')).toBeCloseTo(pair?.kappa ?? 0, 5)
      expect(valueIn(figures, 'percent')).toBeCloseTo(pair?.agreement ?? 0, 5)
    }
    const rows: Record<string, unknown>[] = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const complete = rows.filter((row) => raters.every((rater) => typeof row[rater] === 'boolean'))
    const whole = await ratings(complete.map((row) => JSON.stringify(row)).join('\n'), options)
    expect(whole.all.units).toBe(expected.fleiss_complete.n)
    expect(valueIn(whole.all.figures, 'fleiss')).toBeCloseTo(expected.fleiss_complete.kappa, 5)
  })
})
