import { describe, expect, it } from 'vitest'
import { presentPanel } from './figures'
import { figureText, itemsBehindFigure } from './rules'

const cell = (count: number, items: number[] | null) => ({ value: count, part: null, whole: null, count, items })
const figure = { panel: 'sizes', row: 'source a&b', column: 0, rule: 'released' }

describe('the items behind a figure', () => {
  it('are named by position where they are few', () => {
    expect(itemsBehindFigure('p', cell(2, [4, 7]), figure)).toBe('/projects/p/items?ids=4,7')
  })

  it('are reached by the figure itself where they are many', () => {
    expect(itemsBehindFigure('p', cell(300, null), figure)).toBe(
      '/projects/p/items?panel=sizes&row=source+a%26b&column=0&rule=released',
    )
  })

  it('are none where nothing is counted', () => {
    expect(itemsBehindFigure('p', cell(0, []), figure)).toBeNull()
  })
})

it('a panel keeps the number of items, and the items themselves while they are few', () => {
  const items = Array.from({ length: 201 }, (_, index) => index + 1)
  const cells = [items, items.slice(1)].map((each) => ({ value: each.length, items: each }))
  const { rows, rule, columns, note } = presentPanel(
    {
      key: 'k',
      title: 'T',
      note: '',
      rowTitle: 'Row',
      bars: [0],
      columns: [{ title: 'C', form: 'mean', tone: 'neutral', digits: 3 }],
      rows: [{ key: 'r', title: 'R', domain: null, cells }],
    },
    300,
  )
  expect(rows[0]?.cells.map(({ count, items: listed }) => [count, listed?.length])).toEqual([
    [201, undefined],
    [200, 200],
  ])
  expect([rule, columns[0]?.digits]).toEqual([null, 3])
  expect(note).toContain('It rests on 201 of 300 items.')
})

it.each([
  [{ form: 'count', digits: null }, { value: 1234, part: null, whole: null }, '1,234'],
  [{ form: 'mean', digits: null }, { value: 2.345, part: null, whole: null }, '2.3'],
  [{ form: 'mean', digits: 3 }, { value: 0.35448, part: null, whole: null }, '0.354'],
  [{ form: 'share', digits: null }, { value: 0.9999, part: 9999, whole: 10_000 }, '9,999 of 10,000 (99.9%)'],
  [{ form: 'share', digits: null }, { value: 0, part: 0, whole: 4 }, '0 of 4 (0%)'],
  [{ form: 'share', digits: null }, { value: null, part: 0, whole: 0 }, 'none'],
] as const)('%j of %j reads %s', (column, figures, text) => expect(figureText(column, figures)).toBe(text))
