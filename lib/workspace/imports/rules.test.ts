import { expect, test } from 'vitest'
import { whyNotReady } from './rules'

test('only a checked file without problems can be written', () => {
  expect(whyNotReady('ready')).toBe(null)
  expect(whyNotReady('refused')).toMatch(/^The file has problems/)
  expect(whyNotReady('refused', 3)).toBe(null)
  expect(whyNotReady('checking', 3)).not.toBe(null)
})
