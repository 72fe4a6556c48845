import { expect, it } from 'vitest'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import { rankByLowerEnd } from './rules'

const interval = (low: number) => ({
  low,
  high: 1,
  confidence: 0.95,
  resamples: 2000,
  undefinedResamples: 0,
  drawn: 12,
  seed: 1,
  method: 'arcsine' as const,
  percentile: { low, high: 1 },
})
const estimate = (value: number | null, low: number | null): EstimateView => ({
  value,
  reason: null,
  words: null,
  interval: low === null ? null : interval(low),
})

it('ranks by the lower end of the interval, not by the figure, and puts those without one last in their order', () => {
  const rows = [
    { name: 'none', kappa: null },
    { name: 'wide', kappa: estimate(0.9, 0.1) },
    { name: 'pending', kappa: estimate(0.95, null) },
    { name: 'narrow', kappa: estimate(0.7, 0.6) },
  ]
  expect(rankByLowerEnd(rows, ({ kappa }) => kappa).map(({ name }) => name)).toEqual([
    'narrow',
    'wide',
    'none',
    'pending',
  ])
})
