import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemView } from './contract'
import {
  containsPattern,
  fromShownOffset,
  itemOnPage,
  itemsHref,
  resegmentProblem,
  unchangedEnds,
  wholeText,
} from './rules'

test('LIKE wildcards are taken literally', () => {
  expect(containsPattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%')
})

test('any way of cutting an exactly segmented text again is fine; any change of it is not', () => {
  const pieces = fc.array(fc.stringMatching(/^\S( ?\S){0,8} ?$/), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(pieces, fc.nat(), (segments, at) => {
      const whole = segments.join('')
      expect(resegmentProblem(segments, [whole], whole)).toBeNull()
      const cut = at % whole.length
      const changed = `${whole.slice(0, cut)}§${whole.slice(cut)}`
      expect(resegmentProblem(segments, [changed], whole)).toMatch('exactly')
    }),
  )
})

test('the whole is the part that says the same, or the segments put together', () => {
  const parts = [{ text: 'Why?' }, { text: 'Because.\n So.' }]
  expect(wholeText(parts, ['Because.', 'So.'])).toBe('Because.\n So.')
  expect(wholeText(parts, ['Other', ' text'])).toBe('Other text')
})

test('what stays at both ends is found without overlap', () => {
  expect(unchangedEnds(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toEqual({ head: 1, tail: 1 })
  expect(unchangedEnds(['a', 'a'], ['a', 'a', 'a'])).toEqual({ head: 2, tail: 0 })
  expect(unchangedEnds(['a'], ['b'])).toEqual({ head: 0, tail: 0 })
})

test('addresses leave out what is implied', () => {
  expect(itemsHref('p', { page: 1, sort: 'position', q: '', state: 'open' })).toBe('/projects/p/items?state=open')
  expect(itemsHref('p')).toBe('/projects/p/items')
})

test('a caret counts CR LF as one', () => {
  expect([0, 1, 2, 3].map((shown) => fromShownOffset('a\r\nb', shown))).toEqual([0, 1, 3, 4])
})

test('a page is sent the beginning of a long record, and no units beside those of the gold', () => {
  const task = (more: object) => ({ units: [{ key: 's1' }], gold: null, stale: null, ...more })
  const item = (record: string | null) =>
    ({ id: '1', record, tasks: [task({}), task({ gold: {} }), task({ gold: {}, stale: {} })] }) as unknown as ItemView
  expect(itemOnPage(item('{"a": 1}'))).toMatchObject({
    record: '{"a": 1}',
    tasks: [{ units: [{}] }, { units: [] }, { units: [{}] }],
  })
  expect(itemOnPage(item('{"a": 1}')).recordCut).toBeUndefined()
  expect(itemOnPage(item(null)).record).toBeNull()
  const { record, recordCut } = itemOnPage(item(`${'x'.repeat(7_999)}😀${'y'.repeat(10)}`))
  expect([record, recordCut]).toEqual(['x'.repeat(7_999), true])
})
