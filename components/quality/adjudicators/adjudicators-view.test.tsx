import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Adjudicator, Adjudicators } from '@/lib/quality/adjudicators/contract'
import { RULES } from '@/lib/quality/adjudicators/rules'
import { AdjudicatorsView } from './adjudicators-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const taken = { decisions: 66, tasks: 22, expected: 0.5 }
const rui: Adjudicator = {
  userId: '0190aaaa-0000-7000-8000-000000000001',
  name: 'Rui',
  ...{ decisions: 70, tasks: 24, edited: 3, shared: 1 },
  lanes: [
    { key: 'A', name: 'Lane A', taken: 66, ...taken, share: 1, low: 0.85, high: 1, verdict: 'more' },
    { key: 'B', name: 'Lane B', taken: 0, ...taken, share: 0, low: 0, high: 0.15, verdict: 'less' },
  ],
  people: [{ key: 'a1', name: 'annotator 1', taken: 30, ...taken, share: 0.45, low: 0.3, high: 0.6, verdict: null }],
  origins: [],
}

const show = (adjudicators: Adjudicator[]) => {
  const data: Adjudicators = { project: { id: PROJECT, name: 'Oceans' }, rules: [...RULES], adjudicators }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <AdjudicatorsView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )
}

describe('AdjudicatorsView', () => {
  it('marks what is taken more often than somebody without a preference would', () => {
    show([rui])
    const lane = within(screen.getByRole('row', { name: /^Lane A/ }))
    expect(lane.getByText('More than chance')).toBeTruthy()
    expect(lane.getByText('66 of 66')).toBeTruthy()
    expect(lane.getByText(/85\.0% to 100%/)).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /^annotator 1/ })).queryByText(/than chance/)).toBeNull()
    expect(
      screen.getByText(/70 decisions in 24 tasks: 3 by a value that nobody gave, 1 by one that several gave/),
    ).toBeTruthy()
  })

  it('says what there is while nothing was settled, and where nobody’s answer alone was taken', () => {
    show([{ ...rui, lanes: [], people: [], origins: [] }])
    expect(screen.getByText(/No decision took the answer of one annotator alone/)).toBeTruthy()
    show([])
    expect(screen.getByText('Nobody has settled anything yet')).toBeTruthy()
  })
})
