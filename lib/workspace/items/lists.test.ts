import { expect, test } from 'vitest'
import { columnsOf, writtenColumns } from './columns/rules'
import { itemsQuerySchema } from './contract'
import { csvCells, csvTitles, jsonRow } from './download/rules'
import { changeText } from './edits/rules'
import { isSameList, itemsHref, rangeOf, viewHref } from './rules'

test('a range holds both its ends, in either direction; without a beginning it is its end', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'x', 'c')).toEqual(['c'])
})

test('lists are the same whatever page is shown and whatever is only implied', () => {
  expect(isSameList({ domain: 'wk', page: 3 }, { domain: 'wk', sort: 'position' })).toBe(true)
  expect(isSameList({ domain: 'wk' }, { domain: 'wk', sort: 'title' })).toBe(false)
  expect(isSameList({ q: '' }, {})).toBe(true)
})

test('the address of a changed view says the whole list, and that of a view alone nothing else', () => {
  expect(itemsHref('p', { sort: 'position' }, 'v')).toBe('/projects/p/items?view=v&sort=position')
  expect(viewHref('p', 'v', 2)).toBe('/projects/p/items?view=v&page=2')
})

test('columns are those of the address, each once, or the usual ones', () => {
  expect(columnsOf({})).toEqual(['state', 'domain', 'source'])
  expect(columnsOf({ columns: 'tags,/a~1b,tags' })).toEqual(['tags', '/a~1b'])
  expect(writtenColumns(['state', 'domain', 'source'])).toBeUndefined()
  expect(itemsQuerySchema.safeParse({ columns: '/meta/language,priority' }).success).toBe(true)
  expect(itemsQuerySchema.safeParse({ columns: '' }).success).toBe(false)
})

test('a file has what the list shows', () => {
  const row = {
    id: '01900000-0000-7000-8000-000000000001',
    position: 7,
    externalId: null,
    title: 'How long is it?',
    domain: 'wk',
    source: null,
    tags: ['a', 'b'],
    priority: 3,
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt: null,
    agreement: { compared: 1, disagreed: 1 },
    fields: { '/x': { text: null, withheld: true }, '/y': { text: 'Y', withheld: false } },
    tasks: [],
  }
  const columns = ['tags', 'agreement', 'changed', '/x', '/y'] as const
  expect(csvTitles(columns)).toEqual([
    'position',
    'id',
    'external_id',
    'title',
    'tags',
    'agreement',
    'changed',
    '/x',
    '/y',
  ])
  expect(csvCells(row, columns).slice(4)).toEqual(['a; b', '{"compared":1,"disagreed":1}', null, null, 'Y'])
  expect(jsonRow(row, columns)).toMatchObject({ tags: ['a', 'b'], '/y': 'Y' })
  expect(jsonRow(row, columns)).not.toHaveProperty(['/x'])
})

test('what was done to many is said in words', () => {
  expect(changeText({ act: 'set', domain: null, removeTags: ['x'], priority: 0 })).toBe(
    'domain as in the record; tags removed: x; priority 0',
  )
  expect(changeText({ act: 'discard', reason: 'other', note: '' })).toBe('discarded')
})
