import { beforeEach, describe, expect, it } from 'vitest'
import { forgetRates, takeFrom } from './rate-limit'

beforeEach(forgetRates)

/** How many of `requests`, `everyMs` apart, were let through. */
function letThrough(perMinute: number, requests: number, everyMs: number, key = 'user:ada'): number {
  let passed = 0
  for (let at = 0; at < requests; at++) if (takeFrom(key, perMinute, 1, at * everyMs) === 0) passed++
  return passed
}

describe('a bucket', () => {
  it('lets a minute’s worth through at once, then what it fills up with', () => {
    expect(letThrough(600, 700, 0)).toBe(600)
    // A tenth of a second later there is one more, and it is said how long to wait for the next.
    expect(takeFrom('user:ada', 600, 1, 100)).toBe(0)
    expect(takeFrom('user:ada', 600, 1, 100)).toBe(1)
    expect(takeFrom('user:ada', 600, 20, 100)).toBe(2)
  })

  it('never stops whoever decides by keyboard', () => {
    // Two decisions a second for an hour, and a minute of ten a second, the key held down.
    expect(letThrough(600, 7200, 500)).toBe(7200)
    expect(letThrough(600, 600, 100, 'user:ben')).toBe(600)
  })

  it('is everybody’s own, and refusals take nothing from it', () => {
    expect(letThrough(10, 10, 0)).toBe(10)
    expect(takeFrom('user:ada', 10, 1, 0)).toBe(6)
    expect(takeFrom('user:ada', 10, 1, 0)).toBe(6)
    expect(takeFrom('user:ben', 10, 1, 0)).toBe(0)
  })

  it('lets through what weighs more than a minute’s worth when it is full, and is empty then', () => {
    expect(takeFrom('user:ada', 10, 20, 0)).toBe(0)
    expect(takeFrom('user:ada', 10, 1, 0)).toBe(6)
  })
})
