import { expect, it } from 'vitest'
import { z } from 'zod'
import { expectedIn, filesIn, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { fleissKappa } from './fleiss-kappa'
import { krippendorffAlpha } from './krippendorff-alpha'
import { percentAgreement } from './percent-agreement'
import { ratingsOf, type Units } from './ratings'

// Five sets of labels on one published list of segments, and figures for them printed to six decimals.
const PRINTED = 5e-7

type PublishedRow = Record<string, unknown>

interface ExpectedRatings {
  n: number
  cohen: Record<string, { n: number; agreement: number; kappa: number }>
  [figure: string]: unknown
}

function ratingsBy(rows: readonly PublishedRow[], raters: readonly string[]) {
  const units: Units = rows.map((row) =>
    raters.map((rater) => {
      const label = row[rater]
      return typeof label === 'boolean' ? label : null
    }),
  )
  return ratingsOf(units, { categories: [true, false] })
}

function expectPrinted(got: number | null, printed: number): void {
  expect(Math.abs((got ?? Number.NaN) - printed)).toBeLessThanOrEqual(PRINTED)
}

const fleissSchema = z.object({ n: z.number(), kappa: z.number() })

/** What each further key of the expected figures stands for: the test of its value. */
const checks: readonly (readonly [
  prefix: string,
  check: (figure: unknown, data: { name: string; rows: readonly PublishedRow[]; raters: readonly string[] }) => void,
])[] = [
  ['n', (figure, { rows }) => expect(rows.length).toBe(figure)],
  [
    'fleiss_',
    (figure, { name, rows, raters }) => {
      const printed = fleissSchema.parse(figure)
      const chosen = name === 'fleiss_complete' ? raters : name.replace('fleiss_', '').split('_')
      const kappa = fleissKappa(ratingsBy(rows, chosen))
      expect(kappa.nUnits).toBe(printed.n)
      expectPrinted(kappa.value, printed.kappa)
    },
  ],
  [
    'krippendorff_alpha_nominal',
    (figure, { rows, raters }) => {
      const alpha = krippendorffAlpha(ratingsBy(rows, raters), { level: 'nominal' })
      expectPrinted(alpha.value, z.number().parse(figure))
    },
  ],
]

const RATINGS = { within: 'prefill', named: /^ratings.*\.jsonl$/ }

describeData('published ratings', { files: [RATINGS], expected: ['ratings'] }, (folder) => {
  const rows = filesIn(folder, RATINGS).flatMap((name) => recordsIn<PublishedRow>(folder, `prefill/${name}`))
  const expected = expectedIn<ExpectedRatings>(folder, 'ratings')
  const raters = [...new Set(Object.keys(expected.cohen).flatMap((pair) => pair.split('|')))]

  it('have a figure for every two of more than two raters', () => {
    expect(raters.length).toBeGreaterThan(2)
    expect(Object.keys(expected.cohen).length).toBe((raters.length * (raters.length - 1)) / 2)
  })

  it.each(Object.entries(expected.cohen))('%s: kappa and agreement', (pair, figures) => {
    const ratings = ratingsBy(rows, pair.split('|'))
    const kappa = cohenKappa(confusionMatrix(ratings))
    expect(kappa.n).toBe(figures.n)
    expectPrinted(kappa.value, figures.kappa)
    expectPrinted(percentAgreement(ratings).value, figures.agreement)
  })

  it.each(Object.entries(expected).filter(([name]) => name !== 'cohen'))('%s', (name, figure) => {
    const check = checks.find(([prefix]) => name === prefix || (prefix !== 'n' && name.startsWith(prefix)))?.[1]
    if (!check) throw new Error(`Nothing checks ${name}`)
    check(figure, { name, rows, raters })
  })
})
