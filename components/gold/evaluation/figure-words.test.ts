import { describe, expect, it } from 'vitest'
import {
  differenceScale,
  formatDifference,
  formatFigure,
  intervalWords,
  orderBy,
  reasonWords,
  scaleOf,
} from './figure-words'
import { standing } from './test-report'

const figure = (value: number | null, low: number | null = null, high: number | null = null) => ({
  value,
  low,
  high,
  nUndefined: 0,
  reason: value === null ? 'empty' : null,
})

describe('figures in words', () => {
  it('round shares so that only all and nothing read so', () => {
    expect([1, 0, 0.9999, 0.0001, 0.913].map((value) => formatFigure('share', value))).toEqual([
      '100%',
      '0%',
      '99.9%',
      '0.1%',
      '91.3%',
    ])
  })

  it('give other numbers three figures, and a true minus', () => {
    expect([12.3456, 2345.6, 0.012345, -0.5, 0].map((value) => formatFigure('number', value))).toEqual([
      '12.3',
      '2,346',
      '0.0123',
      '−0.5',
      '0',
    ])
  })

  it('tell differences with their sign, none where there is none', () => {
    expect(formatDifference('share', 0.032)).toBe('+3.2 points')
    expect(formatDifference('share', -0.5)).toBe('−50.0 points')
    expect(formatDifference('share', -0.0001)).toBe('0.0 points')
    expect(formatDifference('number', -2)).toBe('−2')
  })

  it('have words for what is undefined or was not resampled', () => {
    expect(intervalWords(figure(0.5), String)).toBeNull()
    expect(intervalWords(figure(0.5, 0.25, 0.75), String)).toBe('0.25 to 0.75')
    expect(reasonWords('empty')).toContain('nothing to divide by')
    expect(reasonWords('something else')).toBe('Undefined: something else')
  })
})

describe('charts and order', () => {
  it('draws shares from 0 to 1, numbers as far as they reach, differences around zero', () => {
    expect(scaleOf('share', [figure(0.5, 0.4, 0.6)])).toEqual({ from: 0, to: 1 })
    expect(scaleOf('number', [figure(5, 4, 8), figure(null), undefined])).toEqual({ from: 0, to: 8 })
    expect(scaleOf('number', [])).toEqual({ from: 0, to: 1 })
    expect(differenceScale([figure(0.1, -0.3, 0.2)])).toEqual({ from: -0.3, to: 0.3 })
  })

  it('puts the best first and what is undefined last', () => {
    const rows = [0.2, null, 0.9].map((value) => standing(String(value), figure(value)))
    const partial = standing('of part of the gold', figure(1), { missing: 118 })
    const order = (better: 'high' | 'low') =>
      orderBy([...rows, partial], { key: 'f1', title: 'F1', form: 'share', better }).map(({ system }) => system)
    expect(order('high')).toEqual(['0.9', '0.2', 'null', 'of part of the gold'])
    expect(order('low')).toEqual(['0.2', '0.9', 'null', 'of part of the gold'])
  })
})
