import { expect, test, vi } from 'vitest'
import { endQuietly } from './assay'

test('ends quietly when nobody reads the output any more, and only then', () => {
  const end = vi.fn()
  endQuietly(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), end)
  expect(end).toHaveBeenCalledOnce()
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
  expect(() => endQuietly(full, end)).toThrow(full)
})
