import { describe, expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import type { PublishedRows } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { besidePaper } from './beside-paper'
import type { Figure, Standing } from './report-schema'

const figure = (value: number): Figure => ({ value, reason: null, low: null, high: null, nUndefined: 0 })
const STANDING: Standing = {
  system: 'Always true',
  baseline: true,
  about: {},
  scored: 20,
  abstained: 0,
  missing: 0,
  leftOut: 0,
  resampled: 12,
  rank: null,
  classes: null,
  figures: { f1: figure(0.8) },
  confusion: null,
  strata: [
    {
      key: 'domain',
      value: 'wk',
      targets: 5,
      missing: 0,
      leftOut: 0,
      resampled: 4,
      rank: null,
      classes: null,
      figures: { f1: figure(0.6) },
    },
  ],
}
const PUBLISHED: PublishedRows = {
  source: 'A paper, Table 1',
  targets: 100,
  figures: [
    { system: 'Always true', figure: 'f1', printed: '.88', recomputed: 0.856, note: 'Not reproducible.' },
    { system: 'Always true', figure: 'f1', stratum: { key: 'domain', value: 'wk' }, printed: null, recomputed: 0.7 },
    { system: 'A model', figure: 'f1', printed: '.5', recomputed: 0.5 },
  ],
}

describe('besidePaper', () => {
  it('lays the row of the same name beside what is printed, all together and of a stratum', () => {
    const rows = besidePaper(PUBLISHED, [STANDING])?.figures
    expect(rows?.[0]).toMatchObject({ printed: '.88', here: { value: 0.8 }, resampled: 12, note: 'Not reproducible.' })
    expect(rows?.[1]).toMatchObject({ printed: null, here: { value: 0.6 }, resampled: 4, note: null })
  })

  it('has no figure of its own for a system that nobody scored, and is nothing where a paper prints nothing', () => {
    expect(besidePaper(PUBLISHED, [STANDING])?.figures[2]).toMatchObject({ here: null, resampled: 0 })
    expect(besidePaper(undefined, [STANDING])).toBeNull()
  })
})

it('every published figure is one of its scoring, in a stratum that the task has, of a baseline where the paper has one', async () => {
  const found = await Promise.all(protocols.map(({ id }) => evaluationTasks(id)))
  const scorings = found
    .flat()
    .flatMap((task) => task.scorings(task.parameters.parse({})).map((each) => ({ task, each })))
  const published = scorings.flatMap(({ task, each }) => (each.published ? [{ task, each, rows: each.published }] : []))
  expect(published.length).toBeGreaterThanOrEqual(8)
  for (const { task, each, rows } of published)
    for (const { figure: key, stratum, printed, recomputed, note } of rows.figures) {
      expect(each.figures.map((own) => own.key)).toContain(key)
      if (stratum) expect(task.strata.map((own) => own.key)).toContain(stratum.key)
      // What is printed is what is recomputed, but for rounding, or a note says why it is not.
      if (printed !== null && note === undefined) {
        const decimals = printed.split('.')[1]?.length ?? 0
        expect(Math.abs(Number(`0${printed}`) - recomputed)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-4)
      }
    }
})
