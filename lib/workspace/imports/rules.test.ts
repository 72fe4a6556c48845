import { expect, test } from 'vitest'
import { whyNotReady } from './rules'

test('only a checked file without problems can be written', () => {
  expect(whyNotReady('ready')).toBe(null)
  expect(whyNotReady('refused')).toBe('The file has problems. Correct them and upload it again.')
})
