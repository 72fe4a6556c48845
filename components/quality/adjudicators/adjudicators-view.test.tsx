import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Adjudicator, Adjudicators } from '@/lib/quality/adjudicators/contract'
import { RULES } from '@/lib/quality/adjudicators/rules'
import type { Seconds } from '@/lib/quality/second-adjudication/contract'
import { AdjudicatorsView } from './adjudicators-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const taken = { decisions: 66, tasks: 22, expected: 0.5 }
const rui: Adjudicator = {
  userId: '0190aaaa-0000-7000-8000-000000000001',
  name: 'Rui',
  decisions: 70,
  tasks: 24,
  edited: 3,
  shared: 1,
  lanes: [
    { key: 'A', name: 'Lane A', taken: 66, ...taken, share: 1, low: 0.85, high: 1, verdict: 'more' },
    { key: 'B', name: 'Lane B', taken: 0, ...taken, share: 0, low: 0, high: 0.15, verdict: 'less' },
  ],
  people: [{ key: 'a1', name: 'annotator 1', taken: 30, ...taken, share: 0.45, low: 0.3, high: 0.6, verdict: null }],
  origins: [],
}

const nothing = { compared: 0, alike: 0, tasks: 0, share: null, low: null, high: null }
const none: Seconds = {
  project: { id: PROJECT, name: 'Oceans' },
  settings: { percent: 0, seed: 1 },
  rules: [],
  counts: { adjudicated: 4, drawn: 0, settled: 0, discarded: 0, sentBack: 0, waiting: 0, forNobody: 0, lapsed: 0 },
  all: nothing,
  byQuestion: [],
  differences: { total: 0, rows: [] },
}

const show = (adjudicators: Adjudicator[], seconds: Seconds = none) => {
  const data: Adjudicators = { project: { id: PROJECT, name: 'Oceans' }, rules: [...RULES], adjudicators }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <AdjudicatorsView projectId={PROJECT} initialData={data} seconds={seconds} />
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

  it('says how far two adjudicators agree, and lists where they differ', () => {
    show([rui])
    expect(screen.getByText(/Of 4 tasks that a third person decided none was drawn/)).toBeTruthy()
    const alike = { compared: 8, alike: 6, tasks: 5, share: 0.75, low: 0.41, high: 0.93 }
    const difference = {
      itemId: '0190aaaa-0000-7000-8000-000000000002',
      position: 12,
      title: 'Which ocean?',
      stage: 'segments',
      unit: 's2',
      question: 'label',
      unitText: 'Segment 2',
      questionTitle: 'Label',
      first: true,
      second: false,
      firstText: 'True',
      secondText: 'False',
      firstBy: 'Rui',
      secondBy: 'Sam',
    }
    const counts = { ...none.counts, drawn: 6, settled: 5, waiting: 1, forNobody: 1 }
    show([], {
      ...none,
      counts,
      all: alike,
      byQuestion: [{ ...alike, stage: 'segments', question: 'label', title: 'Label' }],
      differences: { total: 1, rows: [difference] },
    })
    expect(screen.getByText(/decided 6 were drawn: 5 decided, 1 waiting/)).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /^Label/ })).getByText('6 of 8')).toBeTruthy()
    const row = within(screen.getByRole('row', { name: /^12 Which ocean/ }))
    for (const text of ['Segment 2', 'True', 'False', 'Rui', 'Sam']) expect(row.getByText(text)).toBeTruthy()
    expect(screen.getByText(/1 task without anybody who may decide/)).toBeTruthy()
  })

  it('says what there is while nothing was settled, and where nobody’s answer alone was taken', () => {
    show([{ ...rui, lanes: [], people: [], origins: [] }])
    expect(screen.getByText(/No decision took the answer of one annotator alone/)).toBeTruthy()
    show([])
    expect(screen.getByText('Nobody has settled anything yet')).toBeTruthy()
  })
})
