import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './openai-failure'

const now = new Date('2026-03-01T12:00:00Z')

describe('how long a provider asks to be left alone', () => {
  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:07 GMT' }, 7_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    [{ 'retry-after': '-5 minutes' }, null],
    [{}, null],
  ])('reads %j as %j', (headers, expected) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(expected)
  })

  it('reads no headers as nothing said', () => expect(retryAfterMs(undefined, now)).toBeNull())
})
