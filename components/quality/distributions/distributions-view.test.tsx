import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Distributions } from '@/lib/quality/distributions/contract'
import { RULES } from '@/lib/quality/distributions/rules'
import { DistributionsView } from './distributions-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const view = (given: Partial<Distributions> = {}): Distributions => ({
  version: '1',
  stage: { key: 'segments', title: 'Segments' },
  measure: {
    key: 'label',
    title: 'Segment label',
    unitOfAnalysis: 'segment',
    categories: [
      { value: 'true', text: 'True' },
      { value: 'false', text: 'False' },
    ],
  },
  rules: [...RULES],
  figures: { state: 'current', tasks: 30, at: null },
  dawidSkene: { words: null, iterations: 12, converged: true },
  mace: {
    words: 'No unit was rated by two annotators, so that everybody would be right.',
    iterations: null,
    converged: null,
  },
  competence: [{ key: 'a1', name: 'annotator 1', value: 0.83 }],
  ceiling: [],
  units: 120,
  differing: 3,
  order: 'entropy',
  only: 'all',
  page: 1,
  total: 120,
  rows: [
    {
      position: 12,
      itemId: PROJECT,
      unit: 's3',
      asked: 4,
      counts: [2, 1],
      entropy: 0.918,
      majority: 0,
      gold: 1,
      dawidSkene: [0.3, 0.7],
      mace: null,
    },
  ],
  ...given,
})
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url))
    return Response.json(view({ page: 2 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (data = view()) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <DistributionsView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )

describe('DistributionsView', () => {
  it('tells of a unit who could answer, what was said, and what each model makes of it', () => {
    show()
    const row = within(screen.getByRole('row', { name: /^12\/s3/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '3 of 4',
      '266.7%',
      '133.3%',
      '0.92',
      'True',
      'False 0.70',
      '–',
      'False',
    ])
    expect(screen.getByText(/Dawid-Skene: settled after 12 rounds\. MACE says nothing/)).toBeTruthy()
  })

  it('asks for the next page, and says where one is', async () => {
    show()
    expect(screen.getByText('1 to 50 of 120 units')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByText('51 to 100 of 120 units')).toBeTruthy())
    expect(asked[0]).toContain('page=2')
    expect(asked[0]).toContain('order=entropy')
  })

  it('says what is of an earlier moment or being computed, and shows the units of now', () => {
    const { unmount } = show(view({ figures: { state: 'earlier', tasks: 20, at: '2026-11-30T12:00:00Z' } }))
    const note = screen.getByText('Models of annotators and the ceiling are of an earlier moment').parentElement
    expect(note?.textContent).toContain('They were made of 20 tasks on')
    expect(screen.getByText('Models of annotators')).toBeTruthy()
    unmount()
    show(view({ figures: { state: 'awaited', tasks: null, at: null } }))
    expect(screen.getByText('Models of annotators and the ceiling are being computed')).toBeTruthy()
    expect(screen.queryByText('Models of annotators')).toBeNull()
    expect(screen.getByRole('row', { name: /^12\/s3/ })).toBeTruthy()
  })

  it('says so where nothing has been rated', () => {
    show(view({ units: 0, total: 0, rows: [] }))
    expect(screen.getByText('Nothing has been rated yet')).toBeTruthy()
  })
})
