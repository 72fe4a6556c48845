import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Agreement, Cell, EstimateView, Figures } from '@/lib/agreement/contract'
import { RULES } from '@/lib/agreement/rules'
import { AgreementView } from './agreement-view'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const interval = { low: 0.31, high: 0.62, confidence: 0.95, resamples: 2000, undefinedResamples: 3, drawn: 12, seed: 1 }
const estimate = (value: number, withInterval = true): EstimateView => ({
  value,
  reason: null,
  words: null,
  interval: withInterval ? interval : null,
})
const cell = (count: number, items: number[] | null): Cell => ({ count, items })

const figures = (withInterval: boolean): Figures => ({
  ...{ units: 20, unitsWithTwo: 20, unanimous: 15, ratings: 40, responses: 4, raters: 2 },
  percent: estimate(0.75, false),
  alpha: estimate(0.48, withInterval),
  prevalence: [
    { value: 'true', share: 0.625, cell: cell(25, null) },
    { value: 'false', share: 0.375, cell: cell(15, [3, 4]) },
  ],
  confusion: [
    [cell(10, [1, 2]), cell(5, [3])],
    [cell(0, []), cell(5, [4])],
  ],
  pairs: [],
})

function agreementWith(change: Partial<Agreement> = {}, inProgress: number | null = 0, counted = 4): Agreement {
  const complete = change.intervals !== 'pending'
  return {
    project: { id: PROJECT, name: 'Oceans', protocol: 'Test' },
    rules: RULES,
    thresholds: [0.667, 0.8],
    intervals: 'complete',
    showsItems: true,
    raters: [],
    stages: [
      {
        ...{ key: 'segments', title: 'Label segments', notIndependent: 0 },
        tasks: { counted, singleRated: 0, withoutAnnotation: 0, discarded: 1, inProgress },
        measures: [
          {
            ...{ key: 'label', title: 'Segment label', unitOfAnalysis: 'segment', level: 'nominal' },
            categories: [
              { value: 'true', text: 'True', tone: 'positive' },
              { value: 'false', text: 'False', tone: 'negative' },
            ],
            all: figures(complete),
            domains: [],
            meanOfDomains: { percent: null, domains: 0 },
          },
        ],
      },
    ],
    ...change,
  }
}

const show = (data: Agreement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AgreementView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('AgreementView', () => {
  it('shows n, percent, coefficient and interval together, and leads to the items behind a figure', () => {
    show(agreementWith())
    expect(screen.getAllByText('0.48')).toHaveLength(3)
    expect(screen.getAllByText('0.31 to 0.62').length).toBeGreaterThan(0)
    expect(screen.getAllByText('undefined in 3 of 2,000 resamples').length).toBeGreaterThan(0)
    expect(hrefOf('5 times “True” met “False”: show the items')).toBe(`/projects/${PROJECT}/items?ids=3`)
    expect(hrefOf('15 ratings “False”: show the items')).toBe(`/projects/${PROJECT}/items?ids=3,4`)
    expect(hrefOf('25 ratings “True”: show the items')).toBe(
      `/projects/${PROJECT}/items?stage=segments&measure=label&a=true`,
    )
  })

  it('offers no items by their answers to readers who may not know them', () => {
    show(agreementWith({ showsItems: false }))
    expect(screen.queryByRole('link', { name: '25 ratings “True”: show the items' })).toBeNull()
  })

  it('says how much work is going on to managers only', () => {
    show(agreementWith({}, 7, 0))
    expect(screen.getByText(/^7 tasks still being prepared or annotated/)).toBeTruthy()
    cleanup()
    show(agreementWith({}, null, 0))
    expect(screen.getByText('A task counts once all its annotators have submitted.')).toBeTruthy()
  })

  it('fetches intervals that were left out, and shows the rest meanwhile', async () => {
    const fetched = vi.fn(async (_: string) => Response.json(agreementWith()))
    vi.stubGlobal('fetch', fetched)
    show(agreementWith({ intervals: 'pending' }))
    expect(screen.queryByText('0.31 to 0.62')).toBeNull()
    expect(screen.getAllByText('0.48').length).toBeGreaterThan(0)
    expect((await screen.findAllByText('0.31 to 0.62')).length).toBeGreaterThan(0)
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([`/api/projects/${PROJECT}/agreement?intervals=always`])
  })
})
