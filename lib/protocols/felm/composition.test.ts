import { describe, expect, it } from 'vitest'
import type { GoldSummary, Json } from '@/lib/protocols/protocol'
import { composition } from './composition'

const gold = (
  position: number,
  domain: string,
  [trueSegments, falseSegments]: [number, number],
  errorTypes: { [key: string]: Json } = {},
  rest: { source?: string | null; removed?: boolean; response?: string } = {},
): GoldSummary => ({
  position,
  content: { domain, source: rest.source === undefined ? 'forum' : rest.source, response: rest.response ?? 'a b c d' },
  stages: {
    segments: {
      removed: rest.removed ?? false,
      segments: trueSegments + falseSegments,
      trueSegments,
      falseSegments,
      errorTypes,
    },
  },
})

const golds = [
  gold(1, 'wk', [2, 1], { knowledge_error: 1, null: 2 }),
  gold(2, 'wk', [2, 0], {}, { source: null, response: 'a b' }),
  gold(3, 'math', [0, 3], { reasoning_error: 3 }),
  gold(4, 'wk', [0, 2], { fooled: 1 }),
  gold(5, 'wk', [0, 0], {}, { removed: true }),
]
const panel = (key: string) => composition.panels(golds).find((each) => each.key === key)

describe('the composition of a FELM dataset', () => {
  it('counts responses, segments, errors and words by domain, removed items left out', () => {
    const rows = panel('sizes')?.rows
    expect(rows?.map(({ key }) => key)).toEqual(['wk', 'math', 'all'])
    expect(rows?.[0]?.cells).toEqual([
      { value: 3, items: [1, 2, 4] },
      { value: 7, items: [1, 2, 4] },
      { value: 3 / 7, part: 3, whole: 7, items: [1, 4] },
      { value: 2 / 3, part: 2, whole: 3, items: [1, 4] },
      { value: 10 / 3, items: [1, 2, 4] },
      { value: 10 / 7, items: [1, 2, 4] },
    ])
    expect(rows?.[2]?.cells[3]).toEqual({ value: 3 / 4, part: 3, whole: 4, items: [1, 3, 4] })
  })

  it('counts every false segment once, with or without a type', () => {
    const values = panel('error-types')?.rows.map(({ cells }) => cells.map(({ value }) => value))
    expect(values).toEqual([
      [1, 0, 0, 1, 1],
      [0, 3, 0, 0, 0],
      [1, 3, 0, 1, 1],
    ])
  })

  it('lists the sources by size and folds the long tail', () => {
    expect(panel('sources')?.rows.map(({ title, cells }) => [title, cells[0]?.part])).toEqual([
      ['forum', 3],
      ['not given', 1],
    ])
    const many = Array.from({ length: 15 }, (_, n) => gold(n, 'wk', [1, 0], {}, { source: `site ${n}` }))
    const last = composition
      .panels(many)
      .find((each) => each.key === 'sources')
      ?.rows.at(-1)
    expect(last).toMatchObject({ title: '3 other sources', cells: [{ value: 0.2, part: 3, whole: 15 }] })
  })

  it('has nothing to show without gold', () => {
    expect(composition.panels([])).toEqual([])
    expect(composition.panels(golds.map((each) => ({ ...each, stages: {} })))).toEqual([])
  })
})
