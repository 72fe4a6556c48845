import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import type { PairFigures } from '@/lib/quality/calibration/contract'
import type { MeasureHeading, People, Person } from '@/lib/quality/people/contract'
import { RULES } from '@/lib/quality/people/rules'
import { PeopleView } from './people-view'
import { PersonView } from './person-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const HEAD: MeasureHeading = {
  stage: 'segments',
  stageTitle: 'Segments',
  measure: 'label',
  title: 'Segment label',
  unitOfAnalysis: 'segment',
  categories: [
    { value: 'true', text: 'True', tone: 'positive' },
    { value: 'false', text: 'False', tone: 'negative' },
  ],
}
const estimate = (value: number, low: number, high: number): EstimateView => ({
  value,
  reason: null,
  words: null,
  interval: {
    low,
    high,
    confidence: 0.95,
    resamples: 2000,
    undefinedResamples: 0,
    drawn: 12,
    seed: 1,
    method: 'arcsine',
    percentile: { low, high },
  },
})
const few: EstimateView = {
  value: null,
  reason: 'too-few-units',
  words: 'Too few units (4 of at least 10): counts only.',
  interval: null,
}
const pairs = (percent: EstimateView, kappa: EstimateView, units = 40): PairFigures => ({
  units,
  responses: 12,
  alike: units / 2,
  percent,
  kappa,
})

function person(n: number, name: string, kappa: EstimateView): Person {
  return {
    userId: `0190aaaa-0000-7000-8000-00000000000${n}`,
    name,
    role: 'annotator',
    calibration: null,
    discards: [],
    work: [
      {
        stage: 'segments',
        title: 'Segments',
        tasks: 12,
        units: 40,
        labels: 90,
        waiting: 2,
        timedTasks: 12,
        minutes: { low: 2.04, median: 4.5, high: 12.4 },
      },
    ],
    measures: [
      {
        stage: 'segments',
        measure: 'label',
        partners: pairs(estimate(0.5, 0.4, 0.6), kappa),
        gold: pairs(few, few, 4),
        given: [
          { value: 'true', own: 30, others: 20 },
          { value: 'false', own: 10, others: 20 },
        ],
        weeks: [
          {
            week: '2026-11-02',
            partners: { alike: 9, units: 12, percent: 0.75 },
            gold: { alike: 2, units: 4, percent: null },
          },
          {
            week: '2026-11-09',
            partners: { alike: 1, units: 3, percent: null },
            gold: { alike: 0, units: 0, percent: null },
          },
        ],
      },
    ],
    skips: [{ reason: 'Not my field', count: 3 }],
  }
}

const view = (people: Person[], given: Partial<People> = {}): People => ({
  project: { id: PROJECT, name: 'Oceans' },
  rules: [...RULES],
  figures: { state: 'current', tasks: 12, at: null },
  intervals: 'complete',
  awaited: 0,
  measures: [HEAD],
  people,
  ...given,
})
const ADA = person(1, 'Ada', estimate(0.9, 0.1, 0.95))
const BEN = person(2, 'Ben', estimate(0.6, 0.5, 0.7))

const show = (element: ReactElement) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      {element}
    </QueryClientProvider>,
  )
const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing is fetched here'))))
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('PeopleView', () => {
  it('lists people by name, and ranks them by the lower end of the interval when asked', () => {
    show(<PeopleView projectId={PROJECT} initialData={view([ADA, BEN])} />)
    const table = screen.getByRole('table', { name: 'Agreement with partners and gold: Segment label' })
    expect(names(table)).toEqual(['Ada', 'Ben'])
    fireEvent.click(within(table).getByRole('button', { name: 'Kappa with partners' }))
    expect(names(table)).toEqual(['Ben', 'Ada'])
  })

  it('gives percent, coefficient, interval and count together, and of few units the count alone', () => {
    show(<PeopleView projectId={PROJECT} initialData={view([ADA])} />)
    const table = within(screen.getByRole('table', { name: /^Agreement with partners/ }))
    const row = within(table.getByRole('row', { name: /Ada/ }))
    expect(row.getByText('20 of 40 alike')).toBeTruthy()
    expect(row.getByText('50.0%')).toBeTruthy()
    expect(row.getByText('0.10 to 0.95')).toBeTruthy()
    expect(row.getAllByText('Too few units (4 of at least 10): counts only.')).toHaveLength(2)
  })

  it('says volume and the quartiles of active minutes, with the idle rule', () => {
    show(<PeopleView projectId={PROJECT} initialData={view([ADA])} />)
    const table = within(screen.getByRole('table', { name: 'Volume and time by person and stage' }))
    expect(table.getByText('4.5 (2.0 to 12)')).toBeTruthy()
    expect(screen.getByText(/shorter than a minute/)).toBeTruthy()
  })

  it('says of figures of an earlier moment which they are, and that newer ones are being computed', () => {
    const figures = { state: 'earlier', tasks: 1, at: '2026-11-30T12:00:00Z' } as const
    show(<PeopleView projectId={PROJECT} initialData={view([ADA], { figures, intervals: 'pending' })} />)
    const note = screen.getByText('Agreement, units and answers are of an earlier moment').parentElement
    expect(note?.textContent).toMatch(/counted over 1 task on 30 Nov 2026/)
    expect(note?.textContent).toMatch(/Newer ones are being computed/)
    expect(screen.getByText('0.10 to 0.95')).toBeTruthy()
    expect(screen.queryByText('interval pending')).toBeNull()
  })

  it('says of figures that are not there yet that they are being computed, beside what is known', () => {
    const figures = { state: 'awaited', tasks: null, at: null } as const
    const work = ADA.work.map((each) => ({ ...each, units: null, labels: null }))
    const given = { figures, intervals: 'pending' } as const
    show(<PeopleView projectId={PROJECT} initialData={view([{ ...ADA, work, measures: [] }], given)} />)
    expect(screen.getByText('Agreement, units and answers are being computed')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'Volume and time by person and stage' }))
    expect(table.getAllByText('being counted')).toHaveLength(2)
    expect(table.getByText('12')).toBeTruthy()
    expect(screen.queryByText('Nothing to compare yet')).toBeNull()
  })

  it('says what to do while nobody has annotated', () => {
    show(<PeopleView projectId={PROJECT} initialData={view([])} />)
    expect(screen.getByText('Nobody has annotated yet')).toBeTruthy()
  })
})

describe('PersonView', () => {
  it('shows annotators their own figures without what waits for others, and without calibration', () => {
    const own = { ...ADA, work: ADA.work.map((work) => ({ ...work, waiting: null })) }
    show(<PersonView projectId={PROJECT} userId={null} initialData={view([own])} />)
    expect(screen.getByRole('heading', { level: 1, name: 'My figures' })).toBeTruthy()
    expect(screen.queryByText('Wait for partners')).toBeNull()
    expect(screen.queryByText(/self-consistency/i)).toBeNull()
    const given = within(screen.getByRole('table', { name: 'Segment label: values given, over the same units' }))
    expect(given.getByRole('row', { name: /True/ }).textContent).toBe('True75.0% (30)50.0% (20)')
    expect(screen.getByText('Not my field')).toBeTruthy()
  })

  it('has the numbers of the drift chart in a table, weeks of few units as counts', () => {
    show(<PersonView projectId={PROJECT} userId={BEN.userId} initialData={view([ADA, BEN])} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Ben' })).toBeTruthy()
    const weeks = within(screen.getByRole('table', { name: 'Agreement by week of submission', hidden: true }))
    expect(weeks.getByRole('row', { name: /2 Nov 2026/, hidden: true }).textContent).toContain('75.0% (9 of 12)')
    expect(weeks.getByRole('row', { name: /9 Nov 2026/, hidden: true }).textContent).toContain('1 of 3')
  })
})
