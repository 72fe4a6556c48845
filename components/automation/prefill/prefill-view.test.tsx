import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunView } from '@/lib/automation/prefill/contract'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { PrefillView } from './prefill-view'
import { overviewWith, PROJECT, projectWith, RUN, runWith } from './test-overview'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ runs: [] }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(overview: PrefillOverview, runs: RunView[], canManage = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PrefillView project={projectWith(canManage)} initialData={overview} initialRuns={{ runs }} />
    </QueryClientProvider>,
  )
}
const BASE = `/projects/${PROJECT}/prefill`

it('leads to the builder by one key, and says that no key is needed', async () => {
  show(overviewWith(), [])
  expect(screen.getByText(/need neither key nor internet/)).toBeTruthy()
  expect(screen.getByText(/set OPENAI_API_KEY/)).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' })
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`${BASE}/new`))
})

it('lists runs with progress, failures, cost and author', () => {
  const name = 'x'.repeat(200)
  show(overviewWith({ spentMicro: 3_000_000, settings: { ...overviewWith().settings, budgetMicro: 2_000_000 } }), [
    runWith({ name }),
  ])
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`${BASE}/runs/${RUN}`)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('5 of 10')
  expect([screen.getByText('$0.0123'), screen.getByText('Ada'), screen.getByText('Running')]).toHaveLength(3)
  expect(screen.getByText('$3.00 of $2.00')).toBeTruthy()
})

it('lets others look, without acts and without what only managers decide', () => {
  show(overviewWith(), [], false)
  expect(screen.getByText(/A manager starts them/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Pre-fill|Settings|Generate|What annotators see/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Anchoring' }).getAttribute('href')).toBe(`${BASE}/anchoring`)
})

it('says so where the protocol has no automatic steps', () => {
  show(overviewWith({ steps: [], canGenerate: false }), [])
  expect(screen.getByText('Nothing can be automated here')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pre-fill' })).toBeNull()
})
