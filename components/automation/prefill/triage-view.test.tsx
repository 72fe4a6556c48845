import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { PROJECT, RUN, runWith } from './test-overview'
import type { Triage } from './triage-bounds'
import { TriageView } from './triage-view'

let posted: unknown[]
let answer: () => Response
const row = (position: number, share: number | null, begun = false): Triage['rows'][number] => ({
  itemId: RUN.replace(/2$/, String(position)),
  position,
  title: `Item ${position}`,
  source: null,
  begun,
  scores: { share },
})
const triage = (rows: Triage['rows']): Triage => ({
  measures: [{ key: 'share', title: 'Share supported', unit: 'share', better: 'low' }],
  rows,
})
const ROWS = [row(1, 0.9), row(2, 0.25), row(3, null), row(4, 0.95, true)]

beforeEach(() => {
  posted = []
  answer = () => Response.json({ pool: 4, kept: 2, setAside: 2 })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method !== 'POST') return Response.json(triage(ROWS))
    posted.push(JSON.parse(String(init.body)))
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(rows: Triage['rows'], state: 'done' | 'running' = 'done') {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TriageView projectId={PROJECT} run={runWith({ state })} initialData={triage(rows)} canChange />
    </QueryClientProvider>,
  )
}
const bound = (side: string) => screen.getByRole('textbox', { name: `${side}, Share supported` })
const type = (side: string, value: string) => fireEvent.change(bound(side), { target: { value } })
const names = () => screen.getAllByRole('link', { name: /^Item/ }).map(({ textContent }) => textContent)

it('counts while bounds are typed, and keeps what somebody has begun', async () => {
  show(ROWS)
  expect(screen.getByText('Kept 4 of 4')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nothing to set aside' })).toHaveProperty('disabled', true)
  type('At most', '0.5')
  expect(screen.getByText('Kept 2 of 4')).toBeTruthy()
  expect(screen.getByText('Kept, begun')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Set 2 items aside' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set 2 items aside' }))
  expect(await screen.findByText('2 items set aside')).toBeTruthy()
  expect(posted).toEqual([{ bounds: { share: { least: null, most: 0.5 } } }])
})

it('says what is no bound, and sets nothing aside by it', () => {
  show(ROWS)
  type('At least', '0.6')
  type('At most', '0.5')
  expect(screen.getByRole('alert').textContent).toContain('may not be above')
  expect(screen.getByRole('button', { name: 'Nothing to set aside' })).toHaveProperty('disabled', true)
})

it('keeps the question open and says why the server refused', async () => {
  const problem = { type: 'about:blank', title: 'No', status: 422, code: 'rule', detail: 'The project is archived.' }
  answer = () => Response.json(problem, { status: 422 })
  show(ROWS)
  type('At most', '0.5')
  fireEvent.click(screen.getByRole('button', { name: 'Set 2 items aside' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set 2 items aside' }))
  await waitFor(() => expect(within(dialog).getByText('The project is archived.')).toBeTruthy())
})

it('sorts by a measure both ways, the unmeasured last', () => {
  show(ROWS)
  fireEvent.click(screen.getByRole('button', { name: 'Share supported' }))
  expect(names()).toEqual(['Item 2', 'Item 1', 'Item 4', 'Item 3'])
  fireEvent.click(screen.getByRole('button', { name: 'Share supported' }))
  expect(names()).toEqual(['Item 4', 'Item 1', 'Item 2', 'Item 3'])
  expect(screen.getByRole('columnheader', { name: 'Share supported' }).getAttribute('aria-sort')).toBe('descending')
})

it('waits for the run, and says when there is nothing to choose from', () => {
  show(ROWS, 'running')
  expect(screen.getByText('The run is still under way')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /aside/ })).toBeNull()
  cleanup()
  show([])
  expect(screen.getByText('There is nothing to choose from')).toBeTruthy()
})
