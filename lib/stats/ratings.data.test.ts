import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { fleissKappa } from './fleiss-kappa'
import { krippendorffAlpha } from './krippendorff-alpha'
import { percentAgreement } from './percent-agreement'
import { ratingsOf, type Units } from './ratings'

// Five sets of labels on one published list of segments, and figures for them printed to six decimals.
const folder = process.env.ASSAY_DATA_DIR
const PRINTED = 5e-7

type Row = Record<string, unknown>

interface ExpectedRatings {
  n: number
  cohen: Record<string, { n: number; agreement: number; kappa: number }>
  [figure: string]: unknown
}

function readRows(from: string): Row[] {
  const files = readdirSync(path.join(from, 'prefill')).filter((name) => /^ratings.*\.jsonl$/.test(name))
  const lines = files.flatMap((name) => readFileSync(path.join(from, 'prefill', name), 'utf8').split('\n'))
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Row)
}

function readExpected(from: string): ExpectedRatings {
  const file = readFileSync(path.join(from, 'expected', 'expected_stats.json'), 'utf8')
  return (JSON.parse(file) as { ratings: ExpectedRatings }).ratings
}

function ratingsBy(rows: readonly Row[], raters: readonly string[]) {
  const units: Units = rows.map((row) =>
    raters.map((rater) => {
      const label = row[rater]
      return typeof label === 'boolean' ? label : null
    }),
  )
  return ratingsOf(units, { categories: [true, false] })
}

const rows = folder ? readRows(folder) : []
const expected: ExpectedRatings = folder ? readExpected(folder) : { n: 0, cohen: {} }
const raters = [...new Set(Object.keys(expected.cohen).flatMap((pair) => pair.split('|')))]
const fleiss = Object.entries(expected).filter(([name]) => name.startsWith('fleiss_')) as [
  string,
  { n: number; kappa: number },
][]

describe.skipIf(!folder)('published ratings (skipped without ASSAY_DATA_DIR)', () => {
  it('has all units', () => {
    expect(rows.length).toBe(expected.n)
    expect(raters.length).toBeGreaterThan(2)
  })

  it("Cohen's kappa and agreement of every pair", () => {
    const pairs = Object.entries(expected.cohen)
    for (const [pair, figures] of pairs) {
      const ratings = ratingsBy(rows, pair.split('|'))
      const kappa = cohenKappa(confusionMatrix(ratings))
      expect(kappa.n, pair).toBe(figures.n)
      expect(Math.abs((kappa.value ?? Number.NaN) - figures.kappa), pair).toBeLessThanOrEqual(PRINTED)
      const agreement = percentAgreement(ratings).value ?? Number.NaN
      expect(Math.abs(agreement - figures.agreement), pair).toBeLessThanOrEqual(PRINTED)
    }
    expect(pairs.length).toBe((raters.length * (raters.length - 1)) / 2)
  })

  it("Fleiss' kappa of the complete units", () => {
    expect(fleiss.length).toBeGreaterThan(0)
    for (const [name, figures] of fleiss) {
      const chosen = name === 'fleiss_complete' ? raters : name.replace('fleiss_', '').split('_')
      const kappa = fleissKappa(ratingsBy(rows, chosen))
      expect(kappa.nUnits, name).toBe(figures.n)
      expect(Math.abs((kappa.value ?? Number.NaN) - figures.kappa), name).toBeLessThanOrEqual(PRINTED)
    }
  })

  it("Krippendorff's alpha of all units", () => {
    const printed = Object.entries(expected).find(([name]) => name.startsWith('krippendorff_alpha_nominal'))?.[1]
    const alpha = krippendorffAlpha(ratingsBy(rows, raters), { level: 'nominal' })
    expect(Math.abs((alpha.value ?? Number.NaN) - Number(printed))).toBeLessThanOrEqual(PRINTED)
  })
})
