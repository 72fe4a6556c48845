import { describe, expect, it } from 'vitest'
import { safePath, signInProblem } from './rules'

describe('safePath', () => {
  it.each([
    ['/projects/1?tab=a#b', '/projects/1?tab=a#b'],
    ['/', '/'],
    ['/a/../b', '/b'],
  ])('keeps the same-site path %s', (value, expected) => {
    expect(safePath(value)).toBe(expected)
  })

  it.each([
    [undefined],
    [''],
    ['https://example.org/'],
    ['//example.org'],
    ['/\\example.org'],
    ['/\t/example.org'],
    ['/.//example.org'],
    ['javascript:alert(1)'],
    ['projects'],
  ])('turns %j into the start page', (value) => {
    expect(safePath(value)).toBe('/')
  })
})

describe('signInProblem', () => {
  it('says how long to wait', () => {
    expect(signInProblem('throttled:1')).toBe('Too many attempts. Try again in 1 second.')
    expect(signInProblem('throttled:45')).toBe('Too many attempts. Try again in 45 seconds.')
    expect(signInProblem('throttled:121')).toBe('Too many attempts. Try again in 3 minutes.')
  })

  it('says nothing without a code, and the same for every unknown one', () => {
    expect(signInProblem(undefined)).toBeNull()
    expect(signInProblem('<b>made up</b>')).toBe('Signing in did not work. Please try again.')
    expect(signInProblem('constructor')).toBe('Signing in did not work. Please try again.')
  })
})
