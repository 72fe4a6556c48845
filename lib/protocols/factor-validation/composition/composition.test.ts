import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { answersRecord } from '@/lib/protocols/factor-validation/sample-records'
import { setPanels } from '@/lib/protocols/factor-validation/set-figures'
import type { Json } from '@/lib/protocols/protocol'
import { composition } from './index'
import { bestThreshold, MOST_REMOVED, sweep } from './thresholds'

const judged = (changes: { [key: string]: Json }): Json => ({
  distance: 2,
  nonFactual: true,
  fluent: true,
  selfConsistent: true,
  errorType: 'entity',
  asked: null,
  scores: null,
  ...changes,
})

const golds = (contradictions: Json[], set = 'wiki') => [
  { position: 1, content: { set }, stages: { [VALIDATE]: { contradictions } } },
]

const panel = (key: string, contradictions: Json[]) =>
  composition.panels(golds(contradictions)).find((each) => each.key === key)

describe('composition', () => {
  it('lays out validity, types and distances by set', () => {
    const panels = setPanels([answersRecord(), answersRecord({ set: 'news' })])
    expect(panels.map(({ key }) => key)).toEqual([
      'validity',
      'error-types',
      'edit-distance',
      'contradiction-threshold',
      'fluency-threshold',
    ])
    const [validity, types, distances] = panels
    expect(validity?.rows.map(({ title, cells }) => [title, ...cells.map(({ value }) => value)])).toEqual([
      ['news', 1, 3, 2 / 3, 1, 1, 2 / 3],
      ['wiki', 1, 3, 2 / 3, 1, 1, 2 / 3],
      ['All sets', 2, 6, 2 / 3, 1, 1, 2 / 3],
    ])
    expect(types?.rows[0]?.cells.map(({ part }) => part)).toEqual([0, 1, 1, 0, 0])
    expect(distances?.rows.map(({ key }) => key)).toEqual([
      'set news',
      'set wiki',
      'all',
      'type entity',
      'type circumstance',
    ])
  })

  it('has mean and population deviation of the distances', () => {
    const rows = panel('edit-distance', [judged({ distance: 1 }), judged({ distance: 3 })])?.rows
    expect(rows?.[0]?.cells.map(({ value }) => value)).toEqual([2, 2, 1])
  })

  it('says nothing of nothing', () => {
    expect(composition.panels([])).toEqual([])
    expect(composition.panels(golds([]))).toEqual([])
  })

  it('calibrates each filter on what its scores are about', () => {
    const scored = (contradiction: number, nonFactual: boolean, asked = 'entity') =>
      judged({ nonFactual, asked, scores: { contradiction, fluencyMargin: null } })
    const rows = [scored(0.9, true), scored(0.8, true), scored(0.2, false), scored(0.05, true, 'coreference')]
    const contradiction = panel('contradiction-threshold', rows)
    expect(contradiction?.rows.find(({ key }) => key === '0.2')).toMatchObject({
      title: '0.2: best',
      cells: [{ value: 2 }, { value: 1, part: 2, whole: 2 }, { part: 1, whole: 3 }],
    })
    expect(contradiction?.note).toContain('at most 35% removed is at 0.2')
    expect(panel('coreference-threshold', rows)?.rows[0]?.cells[0]?.value).toBe(0)
    expect(panel('coreference-threshold', rows)?.note).toContain('No threshold keeps that much.')
    expect(panel('fluency-threshold', rows)).toBeUndefined()
  })
})

describe('bestThreshold', () => {
  it('may remove exactly as much as is allowed', () => {
    const swept = { threshold: 0.5, kept: 117, removed: 63, precision: 0.9 }
    expect(bestThreshold([swept])).toEqual(swept)
    expect(bestThreshold([{ ...swept, kept: 116, removed: 64 }])).toBeNull()
  })

  it('keeps to the limit and is not beaten within it', () => {
    const score = fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), isGood: fc.boolean() })
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 40 }), (given) => {
        const swept = sweep(given, (own, threshold) => own > threshold)
        const best = bestThreshold(swept)
        const allowed = swept.filter(({ removed, kept }) => kept > 0 && removed / given.length <= MOST_REMOVED)
        expect(best === null).toBe(allowed.length === 0)
        for (const { precision } of allowed) expect(precision).toBeLessThanOrEqual(best?.precision ?? 0)
      }),
    )
  })
})
