import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Errors } from '@/lib/gold/evaluation/report/contract'
import { ErrorsView } from './errors-view'
import { PROJECT } from './test-report'

const ITEM = '0190aaaa-0000-7000-8000-000000000002'
const listed = (given: Partial<Errors> = {}): Errors => ({
  state: 'ready',
  error: null,
  task: { key: 'segments', title: 'Finding wrong segments' },
  system: 'hasty',
  scorings: [{ key: 'segment', title: 'Segments' }],
  systems: ['hasty'],
  scoring: 'segment',
  total: 52,
  errors: [
    {
      number: 1,
      position: 7,
      externalId: 'x-7',
      unit: 's2',
      gold: false,
      value: null,
      itemId: ITEM,
      title: 'Which ocean?',
      text: 'It is small.',
      anchor: 'segments-s2',
    },
  ],
  ...given,
})

function show(data: Errors, page = 1) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  render(
    <QueryClientProvider client={client}>
      <ErrorsView projectId={PROJECT} asked={{ task: 'segments', system: 'hasty', page }} initialData={data} />
    </QueryClientProvider>,
  )
}

it('each error leads to where the gold of its unit stands', () => {
  show(listed())
  const row = within(screen.getByRole('table')).getAllByRole('row')[1]
  expect(row?.textContent).toContain('It is small.')
  expect(row?.textContent).toContain('falseno verdict')
  expect(screen.getByRole('link', { name: /^Which ocean\?\s*, s2: open the item$/ }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/items/${ITEM}#segments-s2`,
  )
  expect(screen.getByText('1 to 1 of 52')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/evaluation/errors?task=segments&system=hasty&scoring=segment&page=2`,
  )
})

it('says when there are none, when the report is being made, and when it failed', () => {
  show(listed({ total: 0, errors: [] }))
  expect(screen.getByText('No errors')).toBeTruthy()
  cleanup()
  show(listed({ state: 'pending', errors: [], total: 0 }))
  expect(screen.getByRole('progressbar')).toBeTruthy()
  cleanup()
  show(listed({ state: 'failed', error: 'It could not be made.', errors: [], total: 0 }))
  expect(screen.getByRole('alert').textContent).toContain('It could not be made.')
})
