import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PlanBases, type ProjectPlan, planRequestSchema } from '@/lib/quality/planning/contract'
import { PlanView } from './plan-view'

const PROJECT = { id: '0190aaaa-0000-7000-8000-000000000000', name: 'Oceans' }
const pilot: PlanBases['measures'][number] = {
  stage: { key: 'segments', title: 'Segments' },
  measure: { key: 'label', title: 'Label', unitOfAnalysis: 'segment' },
  responses: 12,
  value: 'False',
  prevalence: 0.25,
  alpha: 0.61234,
  percent: 0.85,
  units: 4.5,
  raters: 3,
  alikeness: null,
  minutes: 7.25,
}
const size = {
  responses: 210,
  units: 945,
  labels: 2835,
  hours: 76.1,
  median: 0.09,
  assured: 0.0999,
  reached: 0.81,
  projects: 400,
}
const plan: ProjectPlan = {
  request: planRequestSchema.parse({ minutes: 7.25 }),
  model: { hit: 0.8, alarm: 0.1 },
  outcome: 'planned',
  words: 'Have 210 responses annotated.',
  planned: size,
  sizes: [{ ...size, responses: 105, reached: 0.02, hours: 38 }, size],
  rules: ['Simulated.'],
}

let sent: unknown[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json(plan)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const CURRENT = { state: 'current', tasks: 40, at: null } as const
const show = (measures: PlanBases['measures'], figures: PlanBases['figures'] = CURRENT) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <PlanView initialData={{ project: PROJECT, figures, measures }} />
    </QueryClientProvider>,
  )
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

it('starts from a pilot’s own figures, and from the usual ones where it says nothing', async () => {
  show([pilot])
  expect(['Expected figure', 'Prevalence', 'Units per response', 'People per response'].map(typed)).toEqual([
    '0.612',
    '0.25',
    '4.5',
    '3',
  ])
  expect(['Likeness of units', 'Minutes per response', 'Wanted width'].map(typed)).toEqual(['0.15', '7.25', '0.1'])
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }))
  const table = await screen.findByRole('table', { name: /^Sizes of the project/ })
  expect(sent).toEqual([expect.objectContaining({ figure: 'alpha', expected: 0.612, raters: 3, minutes: 7.25 })])
  const row = within(table).getByRole('row', { name: /^210 planned/ })
  expect(row.textContent).toMatch(/945.*2,835.*77.*0\.090.*0\.100.*81%/)
})

it('has the usual expectations before there is data, and names the field that is wrong', () => {
  show([])
  expect(['Expected figure', 'Prevalence', 'Minutes per response'].map(typed)).toEqual(['0.7', '0.2', ''])
  expect(screen.getByText(/Nothing is annotated twice here yet/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Prevalence'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('Wanted width'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Plan' }))
  expect(screen.getByLabelText('Prevalence').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Give a number.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('says what is of an earlier moment, and has the usual expectations while a first pilot is counted', () => {
  const { unmount } = show([pilot], { state: 'earlier', tasks: 40, at: '2026-11-30T12:00:00Z' })
  const note = screen.getByText('The figures of this project are of an earlier moment').parentElement
  expect(note?.textContent).toContain('They were counted over 40 tasks on')
  expect(typed('Expected figure')).toBe('0.612')
  unmount()
  show([], { state: 'awaited', tasks: null, at: null })
  expect(screen.getByText('What is annotated here so far is being counted')).toBeTruthy()
  expect(screen.queryByText(/Nothing is annotated twice here yet/)).toBeNull()
  expect(typed('Expected figure')).toBe('0.7')
})
