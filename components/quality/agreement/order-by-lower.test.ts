import { expect, test } from 'vitest'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import { orderByLower } from './order-by-lower'

const estimate = (value: number | null, low: number | null): EstimateView => ({
  value,
  reason: value === null ? 'no-variation' : null,
  words: value === null ? 'No variation.' : null,
  interval:
    low === null
      ? null
      : {
          low,
          high: 1,
          confidence: 0.95,
          resamples: 2000,
          undefinedResamples: 0,
          drawn: 12,
          seed: 1,
          method: 'arcsine',
          percentile: { low, high: 1 },
        },
})

test('a sure figure comes before a high one, and the undefined last', () => {
  const rows = {
    undefined: estimate(null, null),
    high: estimate(0.9, 0.1),
    sure: estimate(0.7, 0.6),
    unknown: estimate(0.95, null),
  }
  expect(orderByLower(Object.entries(rows), ([, row]) => row).map(([name]) => name)).toEqual([
    'sure',
    'high',
    'unknown',
    'undefined',
  ])
})
